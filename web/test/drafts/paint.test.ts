import { expect, test } from "vitest";
import type { Layer } from "../../src/api/protocol";
import { BARE, markOn, painted, takes, whole, written, type Drawn } from "../../src/drafts/paint";

const say = { k: "" };
const brush = (key: string, most = 0) => ({ key, say, letter: key[0]!, most });
const land: Layer = { key: "land", say, blank: say, brushes: [brush("hill"), brush("camp", 2)] };
const owner: Layer = { key: "owner", say, blank: say, brushes: [brush("north")], on: "land" };
const layers = [land, owner];

const paint = (drawn: Drawn, layer: Layer, ...cells: [string, string][]): Drawn =>
  painted(drawn, layers, layer, new Map(cells));

const HILLS = paint(whole({}), land, ["a", "hill"], ["b", "hill"]);

test("cells are painted in order, and the old draft does not change", () => {
  const after = paint(HILLS, land, ["c", "hill"]);
  expect(Object.keys(after.marks.land!)).toEqual(["a", "b", "c"]);
  expect(Object.keys(HILLS.marks.land!)).toEqual(["a", "b"]);
});

test("what changes nothing gives the same draft", () => {
  expect(paint(HILLS, land, ["a", "hill"])).toBe(HILLS);
  expect(paint(HILLS, land, ["z", BARE])).toBe(HILLS);
});

test("a cell painted again moves to the end", () => {
  expect(paint(HILLS, land, ["a", "camp"]).marks.land).toEqual({ b: "hill", a: "camp" });
  expect(Object.keys(paint(HILLS, land, ["a", "camp"]).marks.land!)).toEqual(["b", "a"]);
});

test("a brush with a limited number of cells drops the oldest", () => {
  const camps = paint(HILLS, land, ["a", "camp"], ["b", "camp"]);
  expect(paint(camps, land, ["c", "camp"]).marks.land).toEqual({ b: "camp", c: "camp" });
});

test("a layer that lies on another is painted only where that is", () => {
  expect(takes(HILLS, owner, "z")).toBe(false);
  const owned = paint(HILLS, owner, ["a", "north"], ["z", "north"]);
  expect(owned.marks.owner).toEqual({ a: "north" });
  expect(markOn(owned, "owner", "z")).toBe(BARE);
});

test("with the ground goes what lay on it", () => {
  const owned = paint(HILLS, owner, ["a", "north"]);
  const bare = paint(owned, land, ["a", BARE]);
  expect(bare.marks).toEqual({ land: { b: "hill" } });
});

test("a field that is as usual is left out", () => {
  const named = written(HILLS, "name", "Biwa", "Map");
  expect(named.fields).toEqual({ name: "Biwa" });
  expect(written(named, "name", "Biwa", "Map")).toBe(named);
  expect(written(named, "name", "Map", "Map").fields).toEqual({});
});
