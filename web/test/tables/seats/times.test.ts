import { expect, test } from "vitest";
import { DAY, HOUR, leftOf } from "../../../src/lib/play/clock";
import { controlText, noteOf, spoken, timeText } from "../../../src/tables/seats/times";

test("a clock of days reads days and hours, then hours and minutes, then digits", () => {
  const read = (left: number): string => timeText(left, { days: 3 });
  expect(read(3 * DAY)).toBe("3 d");
  expect(read(3 * DAY - 1)).toBe("3 d");
  expect(read(DAY - 1)).toBe("1 d");
  expect(read(2 * DAY + 5 * HOUR)).toBe("2 d 5 h");
  expect(read(5 * HOUR)).toBe("5 h 0 min");
  expect(read(HOUR / 2)).toBe("30:00");
});

test("a time control fits in one line", () => {
  expect(controlText({ main: 300, increment: 3 })).toBe("5 min + 3 s");
  expect(controlText({ main: 600, period: 30, periods: 3 })).toBe("10 min + 3 × 30 s byoyomi");
  expect(controlText({ period: 45, periods: 5 })).toBe("5 × 45 s byoyomi");
  expect(controlText({ days: 1 })).toBe("1 day a turn");
});

test("the time left is spoken in whole units", () => {
  expect(spoken(9_400)).toBe("10 seconds");
  expect(spoken(90_000)).toBe("2 minutes");
  expect(spoken(DAY)).toBe("1 day");
});

test("in byoyomi a clock shows its periods, and the current one counts", () => {
  const time = { main: 60, period: 30, periods: 3 };
  const clock = { left: 10_000, periods: 3, since: 1000 };
  const read = [5, 20, 45, 75].map((s) => noteOf(leftOf(clock, time, 1000 * (s + 1)), time)?.text);
  expect(read).toEqual([undefined, "×3", "×2", "×1"]);
});

test("a clock shows the free seconds left at the start, while it runs", () => {
  const clock = { left: 60_000, head: 30_000 };
  const read = (since: number, now: number) => noteOf(leftOf({ ...clock, since }, {}, now), {});
  expect(read(0, 1000)).toBeUndefined();
  expect(read(1000, 1500)?.text).toBe("+30");
  expect(read(1000, 30_500)?.text).toBe("+1");
  expect(read(1000, 31_000)).toBeUndefined();
});
