/** Set-ups kept in this browser, by name: read, checked, and written back as text. */
import type { Standing } from "./arrangement";

export interface Kept {
  game: string;
  /** Where it fits, as the game says. */
  key: string;
  name: string;
  on: Standing;
}

/** So many are kept for one game. */
export const MOST_KEPT = 24;
/** So many characters a name has at most. */
export const LONGEST_NAME = 40;

/** What a text holds; what is no set-up is left out. */
export function readKept(text: string | null): Kept[] {
  try {
    const found: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(found) ? found.filter(isKept) : [];
  } catch {
    return [];
  }
}

function isKept(thing: unknown): thing is Kept {
  if (typeof thing !== "object" || thing === null) return false;
  const { game, key, name, on } = thing as Record<string, unknown>;
  const texts = [game, key, name].every((text) => typeof text === "string");
  const standing = typeof on === "object" && on !== null && !Array.isArray(on);
  return texts && standing && Object.values(on).every((sort) => typeof sort === "string");
}

export type NoRoom = "taken" | "full";

const isSame = (a: Kept, b: Kept): boolean =>
  a.game === b.game && a.key === b.key && a.name === b.name;

/** With one more, or why it cannot be added. */
export function withOne(kept: readonly Kept[], one: Kept): Kept[] | NoRoom {
  if (kept.some((other) => isSame(other, one))) return "taken";
  if (kept.filter((other) => other.game === one.game).length >= MOST_KEPT) return "full";
  return [...kept, one];
}

export const without = (kept: readonly Kept[], one: Kept): Kept[] =>
  kept.filter((other) => !isSame(other, one));

/** With another name for one, in its place. */
export function renamed(kept: readonly Kept[], one: Kept, name: string): Kept[] | NoRoom {
  if (name !== one.name && kept.some((other) => isSame(other, { ...one, name }))) return "taken";
  return kept.map((other) => (isSame(other, one) ? { ...other, name } : other));
}
