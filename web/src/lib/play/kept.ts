/** Formations stored in this browser, by name: read, validated, and written back as JSON. */
import type { Standing } from "./arrangement";

export interface Kept {
  game: string;
  /** Where it fits, according to the game. */
  key: string;
  name: string;
  on: Standing;
}

/** The most formations stored for one game. */
export const MAX_KEPT = 24;
/** The most characters in a name. */
export const LONGEST_NAME = 40;

/** The formations in a stored string; anything else in it is ignored. */
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

/** With one more, or the reason why it cannot be added. */
export function withOne(kept: readonly Kept[], one: Kept): Kept[] | NoRoom {
  if (kept.some((other) => isSame(other, one))) return "taken";
  if (kept.filter((other) => other.game === one.game).length >= MAX_KEPT) return "full";
  return [...kept, one];
}

export const without = (kept: readonly Kept[], one: Kept): Kept[] =>
  kept.filter((other) => !isSame(other, one));

/** With one of them renamed, in place. */
export function renamed(kept: readonly Kept[], one: Kept, name: string): Kept[] | NoRoom {
  if (name !== one.name && kept.some((other) => isSame(other, { ...one, name }))) return "taken";
  return kept.map((other) => (isSame(other, one) ? { ...other, name } : other));
}
