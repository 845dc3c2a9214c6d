import { expect, test } from "vitest";
import { readSeries, record, score } from "../../../src/lib/play/series";

test("a single game has no score, a rematch joins it in one series", () => {
  const one = record([], "a", "Hana", "b");
  expect(score(one, "a")).toBeUndefined();
  const two = record(one, "b", "Ren");
  expect([...score(two, "b")!]).toEqual([
    ["Hana", 1],
    ["Ren", 1],
  ]);
  expect(two).toHaveLength(1);
});

test("a table reported twice counts once, a draw for no one", () => {
  const twice = record(record([], "a", "Hana", "b"), "a", "Hana", "b");
  expect([...score(record(twice, "b", ""), "a")!]).toEqual([["Hana", 1]]);
});

test("what was stored and is no series is ignored", () => {
  const one = record([], "a", "Hana", "b")[0]!;
  for (const found of [{}, undefined, "x", [null, {}, { tables: "ab", winners: {} }]])
    expect(readSeries(found)).toEqual([]);
  expect(readSeries([{ tables: [1], winners: {} }, one])).toEqual([one]);
});
