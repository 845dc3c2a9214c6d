import { expect, test } from "vitest";
import {
  dayAfter,
  dayText,
  MAX_DAYS,
  readStandings,
  standingKey,
  streak,
  weekday,
  withStanding,
  type Standings,
} from "../../src/puzzles/days";

test("days go over months, years and leap days", () => {
  expect(dayAfter("2026-12-31", 1)).toBe("2027-01-01");
  expect(dayAfter("2028-03-01", -1)).toBe("2028-02-29");
  for (let n = -400; n < 400; n++)
    expect(dayAfter(dayAfter("2026-11-21", n), -n)).toBe("2026-11-21");
});

test("a week begins on Monday", () => {
  expect(weekday("2026-01-05")).toBe(0);
  expect(Array.from({ length: 14 }, (_, n) => weekday(dayAfter("2026-01-05", n)))).toEqual([
    0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6,
  ]);
});

test("a day is written in the reader's language, whatever zone he is in", () => {
  // Browsers differ in the comma.
  expect(dayText("2026-11-21", "en").replace(",", "")).toBe("Saturday 21 November 2026");
  expect(dayText("2026-11-21", "en", "short")).toBe("21 Nov 2026");
  expect(dayText("2026-11-21", "ja")).toBe("2026年11月21日(土)");
  expect(dayText("2026-11-21", "ja", "short")).toBe("2026年11月21日");
});

test("how a day was finished first stays", () => {
  const once = withStanding({}, "2026-11-21", "shown");
  expect(withStanding(once, "2026-11-21", "solved")).toEqual({ "2026-11-21": "shown" });
  expect(withStanding(once, "2026-11-22", "helped")).toEqual({
    "2026-11-21": "shown",
    "2026-11-22": "helped",
  });
});

test("what was kept is read again, and the oldest days are forgotten", () => {
  const days = Array.from({ length: MAX_DAYS + 1 }, (_, n) => dayAfter("2026-01-05", n));
  const full: Standings = Object.fromEntries(days.slice(0, -1).map((day) => [day, "solved"]));
  const all = withStanding(full, days.at(-1)!, "helped");
  expect(readStandings(JSON.stringify(all))).toEqual(all);
  expect(Object.keys(all).sort()).toEqual(days.slice(1));
});

test("an invalid string, or one with unknown words, is ignored", () => {
  for (const text of [
    null,
    "",
    "{",
    "null",
    "3",
    '"solved"',
    "[]",
    '{"2026-01-05":"won"}',
    '{"2026-01-05":1}',
  ]) {
    expect(readStandings(text)).toEqual({});
  }
});

test("puzzles of several games on one day are kept apart, and forgotten by their day", () => {
  const days = Array.from({ length: MAX_DAYS }, (_, n) => dayAfter("2026-01-05", n));
  const full: Standings = Object.fromEntries(
    days.map((day, n) => [standingKey(n % 2 ? "akebono" : "", day), "solved"]),
  );
  const last = standingKey("akiwado", dayAfter(days.at(-1)!, 1));
  const all = withStanding(full, last, "helped");
  expect(all[last]).toBe("helped");
  expect(Object.keys(all)).toHaveLength(MAX_DAYS);
  expect(all[standingKey("", days[0]!)]).toBeUndefined();
});

test("a streak counts solved days of one game, up to today or yesterday", () => {
  const all: Standings = {
    "2026-03-04": "solved",
    "akebono/2026-03-05": "solved",
    "akebono/2026-03-04": "helped",
    "akebono/2026-03-03": "solved",
    "akebono/2026-03-02": "shown",
  };
  expect(streak(all, "akebono", "2026-03-05")).toBe(3);
  expect(streak(all, "akebono", "2026-03-06")).toBe(3);
  expect(streak(all, "akebono", "2026-03-07")).toBe(0);
  expect(streak(all, "", "2026-03-05")).toBe(1);
});
