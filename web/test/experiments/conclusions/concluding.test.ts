import { expect, test } from "vitest";
import type { Summary } from "../../../src/api/protocol";
import {
  conclusions,
  gamesFor,
  lasting,
  paceOf,
  points,
  rounded,
  way,
} from "../../../src/experiments/conclusions/concluding";

test("an interval that holds the value shows nothing", () => {
  expect(way([0.02, -0.01, 0.05])).toBe(0);
  expect(way([0.02, 0, 0.05])).toBe(0);
  expect(way([0.02, 0.001, 0.05])).toBe(1);
  expect(way([0.4, 0.3, 0.49], 0.5)).toBe(-1);
});

test("points are rounded outwards, so that a sentence claims no more than its interval", () => {
  expect(points(0.011, 0.049)).toEqual([1, 5]);
  expect(points(-0.049, -0.011)).toEqual([-5, -1]);
  expect(points(0.1 + 0.2 - 0.25, 0.05)).toEqual([5, 5]);
});

test("the games to notice five points follow from the interval", () => {
  // A fair coin, unpaired: 95 % is ± 9.8 points after 100 games; 785 games show 5 points at 80 %.
  expect(gamesFor([0.5, 0.402, 0.598], 100)).toBe(790);
  expect(gamesFor([0, -0.001, 0.001], 100)).toBe(10);
  expect([7, 12, 101, 899, 12345].map(rounded)).toEqual([7, 12, 110, 900, 13000]);
});

test("two variants are compared by their difference, one alone with an even share", () => {
  const differences = [{ variant: "b", seat: 0, games: 200, share: [0.01, -0.05, 0.07] }];
  const parts = [{ key: "a" }, { key: "b" }];
  const both = { parts, plan: { variants: parts }, differences } as unknown as Summary;
  expect(conclusions(both)).toMatchObject([{ of: 1, seat: 0, way: 0, low: -5, high: 7 }]);
  const group = (value: string, share: number[]) => ({ of: "seat", value, games: 200, share });
  const groups = [group("0", [0.6, 0.53, 0.66]), group("1", [0.4, 0.34, 0.47])];
  const part = { key: "a", seats: 2, findings: { groups } };
  const alone = { parts: [part], plan: { variants: [{}] }, differences: [] };
  expect(conclusions(alone as unknown as Summary)).toMatchObject([
    { of: 0, seat: 0, way: 1, low: 3, high: 16 },
  ]);
});

test("a time is that of the same bots, or of each of them alone, or not known", () => {
  const pace = (each: number, ...bots: string[]) => ({ game: "akebono", bots, each });
  const paces = [pace(1, "ashigaru"), pace(3, "samurai"), pace(2.5, "ashigaru", "daimyo")];
  expect(paceOf(paces, "akebono", ["samurai", "samurai"])).toBe(3);
  expect(paceOf(paces, "akebono", ["daimyo", "ashigaru"])).toBe(2.5);
  expect(paceOf(paces, "akebono", ["samurai", "ashigaru"])).toBe(2);
  expect(paceOf(paces, "akebono", ["daimyo"])).toBeUndefined();
  expect(paceOf(paces, "swords", ["samurai"])).toBeUndefined();
  expect(paceOf(undefined, "akebono", ["samurai"])).toBeUndefined();
});

test("a time has the unit that a person would use", () => {
  expect([0.2, 90, 150, 2400, 9000].map(lasting)).toEqual([
    { unit: "seconds", n: 1 },
    { unit: "seconds", n: 90 },
    { unit: "minutes", n: 3 },
    { unit: "minutes", n: 40 },
    { unit: "hours", n: 3 },
  ]);
});
