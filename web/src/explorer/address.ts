/** The address of a position: the options that matter, and the moves from the start. */
import type { OptionInfo, Options } from "../api/protocol";

export interface Place {
  options: Record<string, string>;
  moves: readonly string[];
}

/** The query parameter that holds the moves. */
const MOVES = "moves";

/** The place that a query names; the server judges whether there is such a place. */
export function placeOf(search: string): Place {
  const query = new URLSearchParams(search);
  const moves = (query.get(MOVES) ?? "").split(/\s+/).filter(Boolean);
  query.delete(MOVES);
  return { options: Object.fromEntries(query), moves };
}

/** The query of a place; the same place always has the same one. */
export function queryOf({ options, moves }: Place): string {
  const query = new URLSearchParams(
    Object.entries(options).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
  if (moves.length > 0) query.set(MOVES, moves.join(" "));
  return query.toString();
}

/** The options that differ from a game's defaults, as the address has them. */
export function written(declared: readonly OptionInfo[], options: Options): Place["options"] {
  const used = declared.filter(({ key, default: usual }) => (options[key] ?? usual) !== usual);
  return Object.fromEntries(used.map(({ key }) => [key, String(options[key])]));
}
