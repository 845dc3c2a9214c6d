/** Marks on the places of a position: circles and arrows, as short texts such as `red!a1>b2`. */

export const HUES = ["", "red", "gold", "green"] as const;
/** The colour of a mark; the usual one has no name. */
export type Hue = (typeof HUES)[number];

export interface Mark {
  at: string;
  /** Where an arrow ends; a circle has no end. */
  to?: string | undefined;
  hue: Hue;
}

const MARK = /^(?:(red|gold|green)!)?([^\s!>]{1,80})(?:>([^\s!>]{1,80}))?$/;

/** The mark that a text says; undefined if it says none. */
export function readMark(text: string): Mark | undefined {
  const found = MARK.exec(text);
  return found ? { at: found[2]!, to: found[3], hue: (found[1] ?? "") as Hue } : undefined;
}

export const writeMark = ({ at, to, hue }: Mark): string =>
  `${hue ? `${hue}!` : ""}${at}${to ? `>${to}` : ""}`;

/** What to add and to remove when this is drawn: what is there already goes, or gets its colour. */
export function drawn(marks: readonly string[], mark: Mark): { add: string[]; remove: string[] } {
  const text = writeMark(mark);
  return marks.includes(text) ? { add: [], remove: [text] } : { add: [text], remove: [] };
}
