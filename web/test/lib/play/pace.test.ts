import { expect, test } from "vitest";
import { drawn, LONGEST, MAX_TIMES, readTimes, withTime } from "../../../src/lib/play/pace";

/** A fixed sequence of numbers from 0 to 1. */
function lots(): () => number {
  let seed = 7;
  return () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
}

/** The greatest difference between the cumulative shares of two lists. */
function gap(one: number[], two: number[]): number {
  const below = (list: number[], bound: number): number =>
    list.filter((time) => time <= bound).length / list.length;
  return Math.max(...one.map((bound) => Math.abs(below(one, bound) - below(two, bound))));
}

test("waits are distributed like the player's own times, so that no one can tell them apart", () => {
  const random = lots();
  const took = Array.from({ length: MAX_TIMES }, () => 1000 * Math.exp(1 + 0.6 * random()));
  const waits = Array.from({ length: 2000 }, () => drawn(took, random));
  expect(gap(took, waits)).toBeLessThan(0.1);
});

test("typical times are used until there are enough of the player's own", () => {
  const random = lots();
  const waits = Array.from({ length: 500 }, () => drawn([], random));
  expect(Math.min(...waits)).toBeGreaterThan(1000);
  expect(Math.max(...waits)).toBeLessThan(12_000);
  expect(new Set(waits).size).toBeGreaterThan(400);
});

test("the number of times is limited, and times away are ignored", () => {
  const many = Array.from({ length: MAX_TIMES }, (_, n) => n);
  expect(withTime(many, 777)).toEqual([...many.slice(1), 777]);
  expect(withTime([5], LONGEST + 1)).toEqual([5]);
});

test("stored times are read; invalid ones are ignored", () => {
  expect(readTimes('{"fair": [1, 2], "other": "x", "third": [-1]}')).toEqual({ fair: [1, 2] });
  expect(readTimes("{")).toEqual({});
  expect(readTimes(null)).toEqual({});
  for (const other of ["null", "3", '"text"', "true"]) {
    expect(readTimes(other)).toEqual({});
  }
});
