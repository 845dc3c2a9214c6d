/**
 * How long the player takes to go on where there was something to decide: when there is nothing,
 * the page waits as long, so that the others cannot tell the two apart. All times in milliseconds.
 */

/** So many of the player's own times are kept for a game. */
export const MOST_TIMES = 40;
/** Longer ones are those of somebody who did something else. */
export const LONGEST = 60_000;

/** They stand in until there are enough of the player's own. */
const TYPICAL = [1300, 1700, 2000, 2300, 2600, 3000, 3500, 4000, 4700, 5600, 7000, 10_000];

/** The times kept, with one more. */
export const withTime = (times: readonly number[], time: number): number[] =>
  time > LONGEST ? [...times] : [...times, Math.round(time)].slice(-MOST_TIMES);

/** How long to wait: one of the times, a little changed. */
export function drawn(times: readonly number[], random: () => number = Math.random): number {
  const all = [...times, ...TYPICAL.slice(times.length)];
  const one = all[Math.floor(random() * all.length)]!;
  return one * (0.85 + 0.3 * random());
}

/** What a text holds for each game; what is no list of times is left out. */
export function readTimes(text: string | null): Record<string, number[]> {
  try {
    const found: unknown = JSON.parse(text ?? "{}");
    const entries = Object.entries(typeof found === "object" && found ? found : {});
    return Object.fromEntries(entries.filter(([, times]) => areTimes(times))) as Record<
      string,
      number[]
    >;
  } catch {
    return {};
  }
}

const areTimes = (thing: unknown): boolean =>
  Array.isArray(thing) && thing.every((time) => typeof time === "number" && time >= 0);
