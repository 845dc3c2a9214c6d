import { expect, test } from "vitest";
import type { GameInfo, Plan } from "../../src/api/protocol";
import { numbered, sortName, usedName, valueIn, variantNames } from "../../src/experiments/naming";

const game = {
  key: "isle",
  title: { k: "title" },
  words: {
    title: { en: "Isle", ja: "島" },
    "option.map": { en: "Map", ja: "地図" },
    "kind.sail": { en: "Sail", ja: "出帆" },
  },
  options: [{ key: "map", default: "usual", file: ".toml" }],
  presets: [],
} as unknown as GameInfo;

const variant = (key: string, map: string, name?: string): Plan["variants"][number] => ({
  key,
  options: { map },
  bots: ["random"],
  files: name ? { map: name } : {},
});

test("variants are told apart by the names of their files", () => {
  const variants = [variant("map=a", "a = 1", "a/mine"), variant("map=b", "b = 1", "b/mine")];
  expect(variantNames(game, variants)).toEqual(["Map: a/mine", "Map: b/mine"]);
  expect(valueIn(game, variants[0]!, "map")).toBe("a/mine");
});

test("where two are called the same, their keys follow", () => {
  const variants = [variant("one", "a = 1", "mine"), variant("two", "b = 1", "mine")];
  expect(variantNames(game, variants)).toEqual(["Map: mine (one)", "Map: mine (two)"]);
});

test("files of one name are numbered in the order in which they came", () => {
  const names = { "a = 1": "mine.toml", "b = 1": "other.toml", "c = 1": "mine.toml" };
  expect(numbered(names)).toEqual({
    "a = 1": "mine.toml",
    "b = 1": "other.toml",
    "c = 1": "mine.toml (2)",
  });
  const more = numbered({ ...names, "d = 1": "mine.toml" });
  expect([more["c = 1"], more["d = 1"]]).toEqual(["mine.toml (2)", "mine.toml (3)"]);
});

test("the keys of the texts are kept whatever they are called", () => {
  expect(numbered({ "1": "toString", "2": "toString" })).toEqual({
    "1": "toString",
    "2": "toString (2)",
  });
  expect(numbered({})).toEqual({});
});

test("what is used is told in the game's words, and its sorts in ours", () => {
  expect(usedName(game, "kind", "sail")).toBe("Sail");
  expect(usedName(game, "kind", "put_back")).toBe("put back");
  expect(sortName("kind")).toBe("Actions");
  expect(sortName("buoy")).toBe("buoy");
});
