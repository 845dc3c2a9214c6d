/** A series of games between the same people: who won how many, stored in this browser. */

export interface Series {
  tables: string[];
  /** The winner's name by table; empty for a draw. */
  winners: Record<string, string>;
}

const MOST = 40;

/** The series among what was stored; anything else in it is ignored. */
export const readSeries = (found: unknown): Series[] =>
  Array.isArray(found) ? found.filter(isSeries) : [];

function isSeries(thing: unknown): thing is Series {
  if (typeof thing !== "object" || thing === null) return false;
  const { tables, winners } = thing as Record<string, unknown>;
  if (!Array.isArray(tables) || typeof winners !== "object" || winners === null) return false;
  return [...tables, ...Object.values(winners)].every((text) => typeof text === "string");
}

/** The series with a finished table added, and the table that follows it, if any. */
export function record(
  all: readonly Series[],
  table: string,
  winner: string,
  next?: string,
): Series[] {
  const found = all.find((series) => series.tables.includes(table)) ?? {
    tables: [table],
    winners: {},
  };
  const tables = next && !found.tables.includes(next) ? [...found.tables, next] : found.tables;
  const series = { tables, winners: { ...found.winners, [table]: winner } };
  return [series, ...all.filter((one) => one !== found)].slice(0, MOST);
}

/** Wins by name over the whole series of a table; undefined for a single game. */
export function score(all: readonly Series[], table: string): Map<string, number> | undefined {
  const series = all.find((one) => one.tables.includes(table));
  const played = Object.values(series?.winners ?? {});
  if (played.length < 2) return undefined;
  const wins = new Map<string, number>();
  for (const name of played) if (name) wins.set(name, (wins.get(name) ?? 0) + 1);
  return wins;
}
