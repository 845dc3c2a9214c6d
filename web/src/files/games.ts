/** Texts with a game on each line, such as an arena's `games.jsonl`: what tells their games apart. */
import type { Options } from "../api/protocol";
import { RECORD, tooLarge } from "./read";

/** The most lines that are listed; others are chosen by their number. */
export const LISTED = 200;

export interface Offered {
  line: number;
  game: string;
  options: Options;
  /** The number of entries: decisions, and the outcomes of chance. */
  entries: number;
  /** By seat; empty unless bots played it for an arena or an experiment. */
  bots: string[];
  /** The variant of an experiment. */
  variant: string;
  returns: number[];
  reason: string;
}

/** The lines of a text that holds games among several documents, one on each line. */
export function linesIn(text: string): string[] | undefined {
  const first = text.indexOf("\n");
  if (first < 0 || text.slice(first).trim() === "" || !read(text.slice(0, first))) return undefined;
  const lines = text
    .trimEnd()
    .split(/\r\n?|\n/)
    .map((line) => line.trim()); // also without the byte order marks of joined files
  return offeredIn(lines).length > 0 ? lines : undefined;
}

/** The game on a line, counted from 1; undefined if it holds none. */
export function offeredOn(lines: readonly string[], line: number): Offered | undefined {
  const text = lines[line - 1] ?? "";
  const held = tooLarge(text, RECORD) ? undefined : read(text);
  if (!held || typeof held.game !== "string" || !Array.isArray(held.actions)) return undefined;
  const arena = plain(held.arena);
  return {
    line,
    game: held.game,
    options: plain(held.options) as Options,
    entries: held.actions.length,
    bots: list(arena.bots).map(String),
    variant: typeof held.variant === "string" ? held.variant : "",
    returns: list(arena.returns).map(Number),
    reason: typeof arena.reason === "string" ? arena.reason : "",
  };
}

/** The games on the first lines. */
export const offeredIn = (lines: readonly string[]): Offered[] =>
  lines.slice(0, LISTED).flatMap((_, n) => offeredOn(lines, n + 1) ?? []);

/** The seats with the best return, as the engine counts them; none of a draw. */
export function winnersOf({ returns }: Offered): number[] {
  const best = Math.max(...returns);
  if (returns.length > 1 && Math.min(...returns) === best) return [];
  return returns.flatMap((got, seat) => (got === best && best > 0 ? [seat] : []));
}

function read(text: string): Record<string, unknown> | undefined {
  try {
    const held: unknown = JSON.parse(text.trim());
    return isPlain(held) ? held : undefined;
  } catch {
    return undefined;
  }
}

const isPlain = (held: unknown): held is Record<string, unknown> =>
  typeof held === "object" && held !== null && !Array.isArray(held);
const plain = (held: unknown): Record<string, unknown> => (isPlain(held) ? held : {});
const list = (held: unknown): unknown[] => (Array.isArray(held) ? held : []);
