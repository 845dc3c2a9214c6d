import { expect, test } from "vitest";
import type { Goal, Side } from "../../../src/api/protocol";
import { counted, goalRows, nearest } from "../../../src/lib/play/goal";

const sides: Side[] = [0, 1].map((side) => ({
  side,
  name: { k: `seat.${side}` },
  crest: "crest",
  colour: "red",
}));
const goal: Goal = {
  say: { k: "goal" },
  marks: [
    { side: 0, label: { k: "row" }, have: 1, need: 3 },
    { side: 0, label: { k: "points" }, have: 9 },
    { side: 1, label: { k: "row" }, have: 2, need: 3 },
    { side: 1, label: { k: "tairo" }, have: 1, need: 1 },
  ],
};

test("a goal of several sides takes one row", () => {
  const found = goalRows(goal, sides).map((row) => [
    row.label.k,
    ...row.marks.map((mark) => mark?.have),
  ]);
  expect(found).toEqual([
    ["row", 1, 2],
    ["points", 9, undefined],
    ["tairo", undefined, 1],
  ]);
});

test("a side is as near as the way to win of which it lacks least; a mere number comes last", () => {
  expect(nearest(goal, sides[0])?.label.k).toBe("row");
  expect(nearest(goal, sides[1])?.label.k).toBe("tairo");
  expect(nearest(goal, undefined)).toBeUndefined();
});

test("a side that is out is counted no more", () => {
  const out: Side = { ...sides[1]!, side: 2 };
  expect(counted(goal, [...sides, out])).toEqual(sides);
  expect(counted({ say: goal.say }, sides)).toEqual([]);
});
