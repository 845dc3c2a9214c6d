/** The games of a search as dots and rows. */
import type { Chart } from "../../api/protocol";

/** A batch of games: how many were played until its end, and a share in percent. */
export interface Dot {
  games: number;
  share: number;
  choice: number;
}

/** Of two seats or fewer the first one's share; of more, the one farthest from even. */
export function telling(shares: readonly number[]): number {
  if (shares.length <= 2) return shares[0] ?? 0;
  const even = 1 / shares.length;
  return shares.reduce((worst, one) =>
    Math.abs(one - even) > Math.abs(worst - even) ? one : worst,
  );
}

export function dotsOf({ batches }: Chart): Dot[] {
  let games = 0;
  return batches.map((batch) => {
    games += batch.games;
    return { games, share: 100 * telling(batch.shares), choice: batch.choice };
  });
}

/** The choice with these values, if it was played. */
export const choiceAt = ({ choices }: Chart, point: readonly number[] | undefined): number =>
  choices.findIndex((one) => point?.every((value, n) => value === one.point[n]));
