import { expect, test } from "vitest";
import { placeOf, queryOf, written } from "../../src/explorer/address";
import { explorePath, explorePathOf } from "../../src/state/route.svelte";

test("a place is read back from its address", () => {
  const place = { options: { act: "4", deal: "gggjjjj" }, moves: ["4@r1c1", "r2c4~2,-2"] };
  expect(placeOf(`?${queryOf(place)}`)).toEqual(place);
});

test("the same place has the same address, whatever the order of its options", () => {
  const one = queryOf({ options: { act: "1", deal: "x" }, moves: [] });
  expect(queryOf({ options: { deal: "x", act: "1" }, moves: [] })).toBe(one);
});

test("an address without moves is the start", () => {
  expect(placeOf("")).toEqual({ options: {}, moves: [] });
  expect(placeOf("?moves=+r1c1++r2c1")).toEqual({ options: {}, moves: ["r1c1", "r2c1"] });
});

test("only options that differ from the default are in an address", () => {
  const declared = [
    { key: "act", default: "4" },
    { key: "tie", default: true },
  ];
  expect(written(declared, { act: "4", tie: false })).toEqual({ tie: "false" });
});

test("the path of a game names its options", () => {
  expect(explorePath("rokumon", { act: "1" })).toBe("/explore/rokumon?act=1");
  expect(explorePath("rokumon")).toBe("/explore/rokumon");
});

test("the path of a position of a finished game names its table and step", () => {
  expect(explorePathOf("rokumon", "abc", 5)).toBe("/explore/rokumon?table=abc&step=5");
});
