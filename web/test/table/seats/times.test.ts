import { expect, test } from "vitest";
import { DAY, HOUR } from "../../../src/lib/play/clock";
import { controlText, spoken, timeText } from "../../../src/table/seats/times";

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
