import { expect, test } from "vitest";
import type { Control } from "../../../src/api/protocol";
import {
  DAY,
  digits,
  isLow,
  leftOf,
  nextChange,
  parts,
  SECOND,
  totalOf,
} from "../../../src/lib/play/clock";

const LIVE: Control = { main: 300, increment: 3 };
const BYOYOMI: Control = { main: 60, period: 30, periods: 3 };
const DAYS: Control = { days: 3 };
const at = 1_000_000;

test("the time on a stopped clock does not change", () => {
  const left = leftOf({ left: 5000 }, LIVE, at);
  expect(left).toMatchObject({ left: 5000, runs: false });
});

test("a clock that runs uses up the free time first", () => {
  const clock = { left: 60_000, head: 30_000, since: at };
  expect(leftOf(clock, LIVE, at + 10_000)).toMatchObject({ left: 60_000, head: 20_000 });
  expect(leftOf(clock, LIVE, at + 40_000)).toMatchObject({ left: 50_000, head: 0 });
  expect(leftOf(clock, LIVE, at + 400_000).left).toBe(0);
});

test("byoyomi comes after the main time, period by period", () => {
  const clock = { left: 10_000, periods: 3, since: at };
  const later = leftOf(clock, BYOYOMI, at + 45_000);
  expect(later).toMatchObject({ left: 25_000, periods: 1, byoyomi: true });
  expect(totalOf(later, BYOYOMI)).toBe(55_000);
});

test("a vacation does not count", () => {
  const clock = { left: 3 * DAY, since: at, rest: [at + DAY, at + 5 * DAY] as [number, number] };
  expect(leftOf(clock, DAYS, at + 4 * DAY)).toMatchObject({
    left: 2 * DAY,
    rests: true,
    runs: false,
  });
  expect(leftOf(clock, DAYS, at + 6 * DAY)).toMatchObject({ left: DAY, rests: false, runs: true });
});

test("digits never read nothing while something is left", () => {
  expect(digits(300_000, true)).toBe("5:00");
  expect(digits(299_001, true)).toBe("5:00");
  expect(digits(9_960, true)).toBe("0:10");
  expect(digits(9_420, true)).toBe("0:09.5");
  expect(digits(1, true)).toBe("0:00.1");
  expect(digits(0, true)).toBe("0:00.0");
  expect(digits(3_725_000, true)).toBe("1:02:05");
  expect(digits(9_420, false)).toBe("0:10");
});

test("long times have days, hours and minutes", () => {
  expect(parts(2 * DAY + 3 * 3600 * SECOND)).toEqual({ d: 2, h: 3, m: 0 });
});

test("little is left in the last seconds, or hours of days", () => {
  const left = (ms: number) => leftOf({ left: ms }, LIVE, at);
  expect([isLow(left(19_000), LIVE), isLow(left(21_000), LIVE)]).toEqual([true, false]);
  expect([isLow(left(DAY / 4), DAYS), isLow(left(DAY), DAYS)]).toEqual([true, false]);
});

test("the next change of the reading is known", () => {
  expect(nextChange(61_200, true)).toBe(200);
  expect(nextChange(61_000, true)).toBe(1000);
  expect(nextChange(5_030, true)).toBe(30);
});
