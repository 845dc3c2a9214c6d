import { outcome } from "../../src/tables/exact";
import { expect, test } from "vitest";
import {
  areaPath,
  bar,
  curvePath,
  curves,
  isSettled,
  isWhole,
  lapses,
  listed,
  nextTurn,
  share,
  spot,
  standing,
  turningPoints,
  valueAt,
  valueText,
} from "../../src/analysis/values";
import type { Review, Verdict } from "../../src/api/protocol";

const ply = { seat: 0, do: "a" };
const verdict = (
  step: number,
  seat: number,
  values: (number | null)[],
  grade?: Verdict["grade"],
): Verdict => ({
  step,
  seat,
  values,
  played: ply,
  best: ply,
  ...(grade && { grade }),
});
const review: Review = {
  step: 5,
  of: 4,
  one_line: true,
  verdicts: [
    verdict(0, 0, [0.1, -0.1]),
    verdict(1, 1, [0.5, -0.5], "mistake"),
    verdict(3, 0, [-0.8, 0.8], "blunder"),
    verdict(4, 1, [null, null]),
  ],
  end: [-1, 1],
};

test("values have a sign and two digits, none is a dash", () => {
  expect([0.4239, -0.5, 0, 0.001, -0.001, 1].map(valueText)).toEqual([
    "+0.42",
    "−0.50",
    "0.00",
    "0.00",
    "0.00",
    "+1.00",
  ]);
  expect([valueText(null), valueText(undefined)]).toEqual(["–", "–"]);
});

test("a slip is a lapse, but no turning point", () => {
  const slipped: Review = {
    step: 2,
    of: 2,
    verdicts: [
      verdict(0, 0, [1, -1], "slip"),
      verdict(1, 1, [1, -1], "blunder"),
      verdict(2, 0, [1, -1]),
    ],
  };
  expect(lapses(slipped).map(({ step }) => step)).toEqual([0, 1]);
  expect(turningPoints(slipped).map(({ step }) => step)).toEqual([1]);
});

const flawless: Review = { step: 2, of: 2, verdicts: [verdict(0, 0, [0]), verdict(1, 1, [0])] };

test("a review is whole when it is done and has every decision up to the last step", () => {
  expect(isWhole(flawless, 2)).toBe(true);
  expect(isWhole(flawless, 3)).toBe(false);
  expect(isWhole({ ...flawless, running: true }, 2)).toBe(false);
  expect(isWhole({ ...flawless, of: 3 }, 2)).toBe(false);
  expect(isWhole({ step: 2, of: 2 }, 2)).toBe(false);
  expect(isWhole(undefined, 0)).toBe(false);
});

test("even a single lapse is listed, and only a whole review says that there is none", () => {
  const lapse = verdict(1, 1, [0], "slip");
  expect(listed({ ...flawless, verdicts: [lapse] }, 2)).toBe("some");
  expect(listed({ ...flawless, verdicts: [lapse], running: true }, 2)).toBe("some");
  expect(listed(flawless, 2)).toBe("none");
  expect(listed({ ...flawless, running: true }, 2)).toBe("pending");
});

test("an exact value is won, lost or drawn", () => {
  expect(([1, -1, 0] as const).map((result) => outcome({ result, plies: 3 }))).toEqual([
    "wins",
    "loses",
    "draw",
  ]);
});

test("the levels of a position's value are distinguished", () => {
  expect([0.9, 0.3, 0.05, -0.3, -0.9, null].map(standing)).toEqual([
    "won",
    "better",
    "even",
    "worse",
    "lost",
    "unknown",
  ]);
});

test("a bar grows from the middle and stays inside", () => {
  expect(bar(0.5)).toEqual({ left: 50, width: 25 });
  expect(bar(-1)).toEqual({ left: 0, width: 50 });
  expect(bar(7)).toEqual({ left: 50, width: 50 });
  expect(bar(undefined)).toEqual({ left: 50, width: 0 });
});

test("a choice's share is of all visits; without any it is nothing", () => {
  const choices = [{ line: [ply], visits: 30 }, { line: [ply], visits: 10 }, { line: [ply] }];
  expect(choices.map((choice) => share({ step: 0, choices }, choice))).toEqual([0.75, 0.25, 0]);
  expect(share({ step: 0, choices: [choices[2]!] }, choices[2]!)).toBe(0);
});

test("one line where it tells all, and it ends with the result", () => {
  const [curve, ...others] = curves(review, 2);
  expect(others).toEqual([]);
  expect(curve!.points).toEqual([
    { step: 0, value: 0.1 },
    { step: 1, value: 0.5 },
    { step: 3, value: -0.8 },
    { step: 5, value: -1 },
  ]);
});

test("otherwise each seat with known values has a curve", () => {
  const told = { ...review, one_line: false, running: true };
  expect(curves(told, 3).map((curve) => [curve.seat, curve.points.length])).toEqual([
    [0, 3],
    [1, 3],
  ]);
});

test("turning points are found forward and back", () => {
  expect(turningPoints(review).map((one) => one.step)).toEqual([1, 3]);
  expect([nextTurn(review, 0, 1), nextTurn(review, 1, 1), nextTurn(review, 3, 1)]).toEqual([
    1,
    3,
    undefined,
  ]);
  expect([nextTurn(review, 5, -1), nextTurn(review, 1, -1)]).toEqual([3, undefined]);
});

test("between decisions the last value holds", () => {
  const curve = curves(review, 2)[0]!;
  expect([0, 2, 3, 9].map((step) => valueAt(curve, step))).toEqual([0.1, 0.5, -0.8, -1]);
  expect(valueAt({ seat: 0, points: [{ step: 4, value: 1 }] }, 2)).toBeUndefined();
});

test("the chart has the first step left, the last right, a win above and a loss below", () => {
  const [[x0, high], [x1, low], [, middle]] = [
    spot(0, 1, 10, 200, 100),
    spot(10, -1, 10, 200, 100),
    spot(5, 0, 10, 200, 100),
  ];
  expect([x0, x1, middle]).toEqual([0, 200, 50]);
  expect(high).toBeLessThan(middle);
  expect(low).toBeGreaterThan(middle);
  expect(spot(0, 0, 0, 200, 100)).toEqual([0, 50]);
});

test("curve and area are paths through the points", () => {
  const curve = {
    seat: 0,
    points: [
      { step: 0, value: 0 },
      { step: 2, value: 0 },
    ],
  };
  expect(curvePath(curve, 4, 200, 100)).toBe("M0 50L100 50");
  expect(areaPath(curve, 4, 200, 100)).toBe("M0 50L100 50L100 50L0 50Z");
  expect(areaPath({ seat: 0, points: [] }, 4, 200, 100)).toBe("");
});

test("an analysis is settled when every choice has an exact value", () => {
  const exact = { result: 1 as const, plies: 3 };
  const choice = (one?: typeof exact) => ({ line: [ply], ...(one && { exact: one }) });
  expect(isSettled({ step: 0, choices: [choice(exact), choice(exact)] })).toBe(true);
  expect(isSettled({ step: 0, choices: [choice(exact), choice()] })).toBe(false);
  expect(isSettled({ step: 0 })).toBe(false);
  expect(isSettled(undefined)).toBe(false);
});
