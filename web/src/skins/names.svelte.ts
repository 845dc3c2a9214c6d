/** How skins write names: the kanji, the name in Latin letters, or both. */

/** A name in a drawing: each skin lists its own in one table. */
export interface Name {
  kanji: string;
  name: string;
  /** Replaces the name where there is no room for it. */
  short?: string;
}

/** A name, the size of its kanji when shown alone, and the maximum width: what `Word` is given. */
export interface Lettering {
  of: Name;
  size: number;
  wide: number;
  room?: "line" | "stack" | "tight";
  /** The size of kanji shown with the name, as a share of `size`. */
  beside?: number;
  anchor?: "start" | "middle" | "end";
}

/** Lettering in two lines. */
export const stacked = (
  kanji: string,
  name: string,
  size: number,
  wide: number,
  beside: number,
): Lettering => ({ of: { kanji, name }, size, wide, room: "stack", beside });

export type How = "both" | "kanji" | "names";

/** Whether a drawing has room for both kanji and name, or only one of them. */
export type Room = "wide" | "tight";

/** What is written; empty strings are left out. */
export interface Written {
  kanji: string;
  name: string;
}

/** What the reader chose to see. Skins do not read the settings; the page sets this. */
export const reading = $state<{ how: How }>({ how: "both" });

/** The parts of a name to write. If both scripts do not fit, the tip shows the name. */
export function written({ kanji, name, short }: Name, room: Room, how: How = reading.how): Written {
  if (how === "names") return { kanji: "", name: room === "tight" ? (short ?? name) : name };
  return { kanji, name: how === "both" && room === "wide" ? name : "" };
}

/** The width of a letter as a share of its height; for Latin letters, the mean of wide ones. */
const WIDTH = 0.6;

/** The size at which a string of Latin letters fits a width. */
export const fitted = (text: string, size: number, wide: number): number =>
  Math.min(size, wide / (WIDTH * Math.max(1, text.length)));
