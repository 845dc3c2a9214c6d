/** A person's results, summed for the plots of a profile. */
import type { ProfileCount, ProfileMonth, RatingInfo } from "../api/protocol";

/** A month of a profile in milliseconds, counted from 1970. */
export const MONTH = 30 * 24 * 3600 * 1000;
const MAX_MONTHS = 24;

export interface Score {
  won: number;
  drawn: number;
  lost: number;
  n: number;
}

type Counted = Pick<ProfileCount, "outcome" | "n">;

export const score = (counts: readonly Counted[]): Score => {
  const of = (outcome: string): number =>
    counts.filter((one) => one.outcome === outcome).reduce((sum, one) => sum + one.n, 0);
  const [won, drawn, lost] = [of("won"), of("drawn"), of("lost")];
  return { won, drawn, lost, n: won + drawn + lost };
};

/** The scores by some part of a count, most played first. */
export function by<K extends string | number>(
  counts: readonly ProfileCount[],
  key: (one: ProfileCount) => K,
): [K, Score][] {
  const found = new Map<K, ProfileCount[]>();
  for (const one of counts) found.set(key(one), [...(found.get(key(one)) ?? []), one]);
  return [...found]
    .map(([k, some]): [K, Score] => [k, score(some)])
    .sort((a, b) => b[1].n - a[1].n);
}

/** The scores by month up to the last one played, without gaps, over the last two years. */
export function overTime(counts: readonly ProfileMonth[]): { at: number; score: Score }[] {
  if (counts.length === 0) return [];
  const months = counts.map((one) => one.month);
  const last = Math.max(...months);
  const first = Math.max(Math.min(...months), last - MAX_MONTHS + 1);
  return Array.from({ length: last - first + 1 }, (_, n) => ({
    at: (first + n) * MONTH,
    score: score(counts.filter((one) => one.month === first + n)),
  }));
}

/** The percentage of games won, a draw counting half. */
export const percent = ({ won, drawn, n }: Score): number =>
  n === 0 ? 0 : Math.round((100 * (won + drawn / 2)) / n);

export interface Curve {
  path: string;
  low: number;
  high: number;
}

/** The history of a rating as a line in a box, game by game; empty for fewer than two games. */
export function curve(
  course: NonNullable<RatingInfo["course"]>,
  width: number,
  height: number,
): Curve | undefined {
  if (course.length < 2) return undefined;
  const values = course.map(([, value]) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const tall = Math.max(1, high - low);
  const at = (value: number, n: number): string =>
    `${((n * width) / (values.length - 1)).toFixed(1)} ${(height - ((value - low) * height) / tall).toFixed(1)}`;
  return { path: `M${values.map(at).join("L")}`, low, high };
}
