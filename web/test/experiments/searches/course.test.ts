import { expect, test } from "vitest";
import { choiceAt, dotsOf, telling } from "../../../src/experiments/searches/course";

const CHART = {
  seats: 2,
  choices: [
    { point: [1, 0], games: 30, shares: [] },
    { point: [0, 2], games: 20, shares: [] },
  ],
  batches: [
    { choice: 0, games: 20, shares: [0.25, 0.75] },
    { choice: 1, games: 20, shares: [0.5, 0.5] },
    { choice: 0, games: 10, shares: [0.4, 0.6] },
  ],
};

test("each batch is a dot after all games before it", () => {
  expect(dotsOf(CHART)).toEqual([
    { games: 20, share: 25, choice: 0 },
    { games: 40, share: 50, choice: 1 },
    { games: 50, share: 40, choice: 0 },
  ]);
});

test("of two seats the first one's share is told, of more the one farthest from even", () => {
  expect(telling([0.25, 0.75])).toBe(0.25);
  expect(telling([0.3, 0.6, 0.1])).toBe(0.6);
  expect(telling([0.4, 0.55, 0.05])).toBe(0.05);
  expect(telling([0.7])).toBe(0.7);
});

test("a choice is found by its values", () => {
  expect(choiceAt(CHART, [0, 2])).toBe(1);
  expect(choiceAt(CHART, [1, 1])).toBe(-1);
  expect(choiceAt(CHART, undefined)).toBe(-1);
});
