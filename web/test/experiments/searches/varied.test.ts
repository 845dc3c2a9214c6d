import { expect, test } from "vitest";
import { commandOf, keyOf, numbersBetween } from "../../../src/experiments/searches/varied";

test("numbers from one limit to the other, both included, without noise", () => {
  expect(numbersBetween(3, 6, 1)).toEqual(["3", "4", "5", "6"]);
  expect(numbersBetween(0.1, 0.4, 0.1)).toEqual(["0.1", "0.2", "0.3", "0.4"]);
  expect(numbersBetween(-2, 3, 2)).toEqual(["-2", "0", "2"]);
});

test("limits that make no sense give none", () => {
  expect(numbersBetween(5, 5, 1)).toEqual([]);
  expect(numbersBetween(6, 3, 1)).toEqual([]);
  expect(numbersBetween(1, 9, 0)).toEqual([]);
  expect(numbersBetween(1, 9, NaN)).toEqual([]);
  expect(numbersBetween(1, 201, 1)).toEqual([]); // 201 values
  expect(numbersBetween(1, 200, 1)).toHaveLength(200);
});

test("things are named as on the command line", () => {
  expect(keyOf({ option: "bid", values: [] })).toBe("bid");
  expect(keyOf({ option: "map", path: "scenario.turns", values: [] })).toBe("map:scenario.turns");
  const cells = { option: "board", layer: "terrain", cells: ["0,0", "1,0"], values: [] };
  expect(keyOf(cells)).toBe("board:terrain:0,0+1,0");
  expect(keyOf({ option: "map", layer: "terrain", brush: "keep", values: [] })).toBe(
    "map:terrain:@keep",
  );
});

test("the command separates values by slashes where they contain commas", () => {
  const varied = [
    { option: "act", values: ["2", "3"] },
    { option: "board", layer: "terrain", brush: "6", values: ["0,0", "1,0"] },
    { option: "wind", values: [true, false] },
  ];
  expect(commandOf("akebono", varied, ["board"], ["greedy", "random"], { games: 60 })).toBe(
    "honjin balance akebono --search --option board=board.toml" +
      ' --vary "act=2,3" --vary "board:terrain:@6=0,0/1,0" --vary "wind=true,false"' +
      " --bots greedy,random --games 60",
  );
});
