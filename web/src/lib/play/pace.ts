/**
 * How long the player takes to continue when there is something to decide. When there is nothing,
 * the page waits about as long, so that the others cannot tell. All times in milliseconds.
 */

/** The number of the player's times stored for a game. */
export const MAX_TIMES = 40;
/** Longer times are ignored: the player was away. */
export const LONGEST = 60_000;

/** Used until there are enough of the player's own times. */
const TYPICAL = [1300, 1700, 2000, 2300, 2600, 3000, 3500, 4000, 4700, 5600, 7000, 10_000];

/** The stored times with one more. */
export const withTime = (times: readonly number[], time: number): number[] =>
  time > LONGEST ? [...times] : [...times, Math.round(time)].slice(-MAX_TIMES);

/** How long to wait: one of the times, slightly varied. */
export function drawn(times: readonly number[], random: () => number = Math.random): number {
  const all = [...times, ...TYPICAL.slice(times.length)];
  const one = all[Math.floor(random() * all.length)]!;
  return one * (0.85 + 0.3 * random());
}

/** The times of each game in a stored string; invalid lists are ignored. */
export function readTimes(text: string | null): Record<string, number[]> {
  try {
    const entries = Object.entries<number[]>(JSON.parse(text ?? "{}"));
    return Object.fromEntries(entries.filter(([, times]) => areTimes(times)));
  } catch {
    return {};
  }
}

const areTimes = (thing: unknown): boolean =>
  Array.isArray(thing) && thing.every((time) => typeof time === "number" && time >= 0);
