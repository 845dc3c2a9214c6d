import { expect, test } from "vitest";
import { drawn, LONGEST, MOST_TIMES, readTimes, withTime } from "../../../src/lib/play/pace";

/** Numbers from 0 to 1, the same each time. */
function lots(): () => number {
  let seed = 7;
  return () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
}

/** How far the shares of two lists below a bound are apart at most. */
function gap(one: number[], two: number[]): number {
  const below = (list: number[], bound: number): number =>
    list.filter((time) => time <= bound).length / list.length;
  return Math.max(...one.map((bound) => Math.abs(below(one, bound) - below(two, bound))));
}

test("waits are spread like the times the player took, so that nobody can tell them apart", () => {
  const random = lots();
  const took = Array.from({ length: MOST_TIMES }, () => 1000 * Math.exp(1 + 0.6 * random()));
  const waits = Array.from({ length: 2000 }, () => drawn(took, random));
  expect(gap(took, waits)).toBeLessThan(0.1);
});

test("before there are times of the player's own, typical ones stand in", () => {
  const random = lots();
  const waits = Array.from({ length: 500 }, () => drawn([], random));
  expect(Math.min(...waits)).toBeGreaterThan(1000);
  expect(Math.max(...waits)).toBeLessThan(12_000);
  expect(new Set(waits).size).toBeGreaterThan(400);
});

test("only so many times are kept, and none of somebody who was away", () => {
  const many = Array.from({ length: MOST_TIMES }, (_, n) => n);
  expect(withTime(many, 777)).toEqual([...many.slice(1), 777]);
  expect(withTime([5], LONGEST + 1)).toEqual([5]);
});

test("what was kept is read; what is none of it is left out", () => {
  expect(readTimes('{"fair": [1, 2], "other": "x", "third": [-1]}')).toEqual({ fair: [1, 2] });
  expect(readTimes("{")).toEqual({});
  expect(readTimes(null)).toEqual({});
});
