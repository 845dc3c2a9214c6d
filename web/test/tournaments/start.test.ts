import { expect, test } from "vitest";
import { DAY } from "../../src/lib/play/clock";
import { canStart, startRange } from "../../src/tournaments/start";

const NOW = new Date(2026, 0, 28, 15, 4, 30).getTime();

test("the field offers the next minute to 60 days from now, in the user's own time", () => {
  expect(startRange(NOW).min).toBe("2026-01-28T15:05");
  const latest = new Date(startRange(NOW).max).getTime();
  expect(canStart(latest, NOW)).toBe(true);
  expect(canStart(latest + 60_000, NOW)).toBe(false);
});

test("no tournament begins in the past, too late, or at no time", () => {
  expect(canStart(NOW - 1, NOW)).toBe(false);
  expect(canStart(NOW + 61 * DAY, NOW)).toBe(false);
  expect(canStart(new Date("").getTime(), NOW)).toBe(false);
});
