import { expect, test } from "vitest";
import { TITLES } from "../../src/skins/akebono/names";
import { WORDS as GOODS } from "../../src/skins/akiwado/names";
import { fitted, reading, written, type Name } from "../../src/skins/names.svelte";
import { NAMES } from "../../src/skins/rokumon/names";
import { CAMP, CARDS, GROUP } from "../../src/skins/summits/looks";
import { TRAITS } from "../../src/skins/swords/looks";
import { TRAIT_NAMES, WORDS } from "../../src/skins/swords/names";

const stable: Name = { kanji: "厩", name: "Stables", short: "St" };

test("where there is room, kanji and name are written as the reader wants them", () => {
  expect(written(stable, "wide", "both")).toEqual({ kanji: "厩", name: "Stables" });
  expect(written(stable, "wide", "kanji")).toEqual({ kanji: "厩", name: "" });
  expect(written(stable, "wide", "names")).toEqual({ kanji: "", name: "Stables" });
});

test("where there is none, kanji stand alone, or the short form does", () => {
  expect(written(stable, "tight", "both")).toEqual({ kanji: "厩", name: "" });
  expect(written(stable, "tight", "kanji")).toEqual({ kanji: "厩", name: "" });
  expect(written(stable, "tight", "names")).toEqual({ kanji: "", name: "St" });
  expect(written({ kanji: "嘘", name: "Lie" }, "tight", "names").name).toBe("Lie");
});

test("without a word of the reader both are written", () => {
  expect(reading.how).toBe("both");
  expect(written(stable, "wide")).toEqual({ kanji: "厩", name: "Stables" });
});

test("letters shrink to the width that there is, and never grow", () => {
  expect(fitted("Ash", 20, 200)).toBe(20);
  expect(fitted("Reinforcements", 20, 84)).toBeCloseTo(10);
  expect(fitted("", 20, 84)).toBe(20);
});

test("every name has kanji and letters, and each short form is unique", () => {
  const tables = [
    Object.values(TITLES),
    Object.values(GOODS).map(({ of }) => of),
    Object.values(NAMES),
    [...Object.values(CARDS).map(({ word }) => word), GROUP, CAMP],
    Object.values(WORDS).map(({ of }) => of),
    Object.values(TRAIT_NAMES),
  ];
  for (const { kanji, name } of tables.flat()) {
    expect(kanji).toMatch(/^[぀-鿿]+$/);
    expect(name).toMatch(/^[A-Z][A-Za-z -]+$/);
  }
  for (const table of tables) {
    const shorts = table.flatMap(({ short }) => short ?? []);
    expect(new Set(shorts).size).toBe(shorts.length);
  }
});

test("each trait has a seal", () => {
  expect(Object.keys(TRAIT_NAMES)).toEqual(Object.keys(TRAITS));
});
