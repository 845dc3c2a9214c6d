/** What the figures of a report show, and what they do not: never more than their intervals. */
import type { Estimate, Experiments, Summary } from "../../api/protocol";

/** The shares that differ: points of a hundred. */
const POINT = 0.01;
/** A difference that is worth noticing, in points. */
export const WORTH = 5;
/** Standard deviations of an interval of 95 %, and of a power of 80 % (one-sided). */
const [SURE, POWER] = [1.96, 0.8416];
/** Fewer games tell nothing. */
const FEW = 10;

/** Which way an estimate differs from a value: 1 above, -1 below, 0 not shown. */
export function way([, low, high]: Estimate, from = 0): -1 | 0 | 1 {
  if (low > from) return 1;
  return high < from ? -1 : 0;
}

/** The ends of an interval as whole points of a hundred: outwards, so that they claim no more. */
export const points = (low: number, high: number): [number, number] => [
  Math.floor(low / POINT + TINY),
  Math.ceil(high / POINT - TINY),
];
/** What the last digits of a computed share may be off by. */
const TINY = 1e-9;

/**
 * The games after which a difference of WORTH points would be noticed four times in five: the
 * interval narrows as their square root grows (Cohen, Statistical Power Analysis, 1988).
 */
export function gamesFor([, low, high]: Estimate, games: number): number {
  const error = (high - low) / 2 / SURE;
  const wanted = (WORTH * POINT) / (SURE + POWER);
  return rounded(Math.max(FEW, games * (error / wanted) ** 2));
}

/** Two digits that count, rounded up. */
export function rounded(n: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(n)) - 1);
  return Math.ceil(n / unit) * unit;
}

/** What a report concludes about a seat: `games` are those that a difference of WORTH takes. */
export interface Conclusion {
  of: number;
  seat: number;
  way: -1 | 0 | 1;
  low: number;
  high: number;
  games: number;
}

function concluded(of: number, seat: number, share: Estimate, games: number, from = 0): Conclusion {
  const [low, high] = points(share[1] - from, share[2] - from);
  return { of, seat, way: way(share, from), low, high, games: gamesFor(share, games) };
}

/** How each variant differs from the first; of one variant, how its seats differ from even. */
export function conclusions({ parts, plan, differences }: Summary): Conclusion[] {
  if (parts.length > 1)
    return differences
      .filter(({ games }) => games > 1)
      .map(({ variant, seat, share, games }) =>
        concluded(
          parts.findIndex(({ key }) => key === variant),
          seat,
          share,
          games,
        ),
      );
  const [part] = parts;
  if (!part || part.seats < 2 || plan.variants.length > 1) return [];
  const seats = part.findings.groups.filter(({ of, games }) => of === "seat" && games > 1);
  return seats
    .slice(0, part.seats === 2 ? 1 : part.seats)
    .map(({ value, share, games }) => concluded(0, Number(value), share, games, 1 / part.seats));
}

/** Seconds for a game between bots, as games like it took here; undefined if none was played. */
export function paceOf(
  paces: Experiments["paces"],
  game: string,
  bots: readonly string[],
): number | undefined {
  const known = (all: readonly string[]): number | undefined =>
    paces?.find((one) => one.game === game && one.bots.join() === [...new Set(all)].sort().join())
      ?.each;
  const whole = known(bots);
  if (whole !== undefined) return whole;
  const each = bots.map((bot) => known([bot]));
  return each.length > 0 && each.every((one) => one !== undefined)
    ? each.reduce((sum, one) => sum + one!, 0) / each.length
    : undefined;
}

/** A time in its unit: seconds below two minutes, minutes below two hours, then hours. */
export function lasting(seconds: number): { unit: "seconds" | "minutes" | "hours"; n: number } {
  if (seconds < 120) return { unit: "seconds", n: Math.max(1, Math.round(seconds)) };
  if (seconds < 7200) return { unit: "minutes", n: Math.round(seconds / 60) };
  return { unit: "hours", n: Math.round(seconds / 3600) };
}
