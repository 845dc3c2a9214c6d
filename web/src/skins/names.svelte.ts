/** How skins write the names of things: the kanji, the name in Latin letters, or both. */

/** A name in a drawing: each skin lists its own in one table. */
export interface Name {
  kanji: string;
  name: string;
  /** What stands for the name where there is no room for it. */
  short?: string;
}

export type How = "both" | "kanji" | "names";

/** Whether a drawing has room for kanji and name, or for one of them only. */
export type Room = "wide" | "tight";

/** What is written; an empty text is not. */
export interface Written {
  kanji: string;
  name: string;
}

/** What the reader wants to see. Skins know no settings: the page tells them. */
export const reading = $state<{ how: How }>({ how: "both" });

/** What to write of a name. Where both do not fit, the name is said at the pointer. */
export function written({ kanji, name, short }: Name, room: Room, how: How = reading.how): Written {
  if (how === "names") return { kanji: "", name: room === "tight" ? (short ?? name) : name };
  return { kanji, name: how === "both" && room === "wide" ? name : "" };
}

/** How wide a letter is, as a share of its height: of Latin letters the mean of broad ones. */
const WIDTH = 0.6;

/** The size at which a text of Latin letters is at most so wide. */
export const fitted = (text: string, size: number, wide: number): number =>
  Math.min(size, wide / (WIDTH * Math.max(1, text.length)));
