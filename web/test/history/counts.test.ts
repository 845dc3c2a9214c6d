import { expect, test } from "vitest";
import type { ProfileCount, ProfileMonth } from "../../src/api/protocol";
import { by, curve, MONTH, overTime, percent, score } from "../../src/history/counts";
import { signed } from "../../src/lib/template";
import { changed, filterOf, queryOf } from "../../src/history/filter";

const count = (
  outcome: ProfileCount["outcome"],
  n: number,
  month = 1,
): ProfileCount & ProfileMonth => ({
  game: "fair",
  seat: n % 2,
  against: "bots",
  outcome,
  month,
  n,
});
const COUNTS = [count("won", 3), count("lost", 2), count("drawn", 1), count("won", 4, 4)];

test("scores add up, a draw counting half", () => {
  expect(score(COUNTS)).toEqual({ won: 7, drawn: 1, lost: 2, n: 10 });
  expect(percent(score(COUNTS))).toBe(75);
  expect(percent(score([]))).toBe(0);
});

test("scores of parts come with the most played first", () => {
  expect(by(COUNTS, (one) => one.seat).map(([seat, { n }]) => [seat, n])).toEqual([
    [0, 6],
    [1, 4],
  ]);
});

test("months have no gaps, and end with the last one played", () => {
  expect(overTime(COUNTS).map(({ at, score: one }) => [at / MONTH, one.n])).toEqual([
    [1, 6],
    [2, 0],
    [3, 0],
    [4, 4],
  ]);
  expect(overTime([])).toEqual([]);
  expect(overTime([count("won", 1, 1), count("won", 1, 100)])).toHaveLength(24);
});

test("a rating's course fills its box", () => {
  expect(curve([[1, 1500]], 100, 50)).toBeUndefined();
  const course: [number, number][] = [
    [1, 1500],
    [2, 1600],
    [3, 1550],
  ];
  expect(curve(course, 100, 50)).toEqual({
    path: "M0.0 50.0L50.0 0.0L100.0 25.0",
    low: 1500,
    high: 1600,
  });
  expect(
    curve(
      [
        [1, 1500],
        [2, 1500],
      ],
      100,
      50,
    )?.path,
  ).not.toContain("NaN");
});

test("changes of a rating bear their sign", () => {
  expect([12, -7, 0].map((change) => signed(change, "±0"))).toEqual(["+12", "−7", "±0"]);
});

test("a filter goes to the address and back", () => {
  const filter = filterOf("?game=fair&outcome=won&unknown=1&opponent=%E9%98%BF%E9%83%A8");
  expect(filter).toEqual({ game: "fair", outcome: "won", opponent: "阿部" });
  expect(filterOf(`?${queryOf(filter, "", "")}`)).toEqual(filter);
  expect(queryOf({ opponent: "  " }, "ann", "1-a")).toBe("who=ann&before=1-a");
});

test("a scenario belongs to its game", () => {
  expect(changed({ game: "fair", scenario: "two" }, "game", "other")).toEqual({ game: "other" });
  expect(changed({ game: "fair" }, "game", "")).toEqual({});
});
