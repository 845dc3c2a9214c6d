import { expect, test } from "vitest";
import type { Table } from "../../../src/api/protocol";
import { whole } from "../../../src/drafts/paint";
import {
  centre,
  holds,
  snapped,
  split,
  within,
  without,
} from "../../../src/workshop/model/polygons";
import { added, linked, linksOf, removed, renamed } from "../../../src/workshop/model/rows";
import {
  countsOf,
  countsText,
  plain,
  pointsOf,
  pointsText,
  withValue,
} from "../../../src/drafts/values";

const say = { k: "" };
const lake: Table = {
  key: "lake",
  say,
  about: say,
  most: 3,
  columns: [
    { key: "near", say, kind: "refs", of: "lake" },
    { key: "depth", say, kind: "number", low: 0, high: 9, default: "1" },
    { key: "shore", say, kind: "outline" },
  ],
  outline: "shore",
  links: "near",
};
const boat: Table = {
  key: "boat",
  say,
  about: say,
  columns: [
    { key: "on", say, kind: "ref", of: "lake" },
    { key: "fish", say, kind: "counts", of: "lake" },
  ],
  stands: "on",
};
const tables = [lake, boat];
const drawn = whole({
  rows: {
    lake: { biwa: { near: "yogo" }, yogo: { near: "biwa" } },
    boat: { boat_1: { on: "biwa" }, boat_2: { on: "yogo", fish: "biwa*2 yogo*1" } },
  },
});

test("a link is stated on both sides, and taken back on both", () => {
  expect(linksOf(drawn, lake)).toEqual([{ a: "biwa", b: "yogo", both: true }]);
  const apart = linked(drawn, lake, "yogo", "biwa");
  expect(apart.rows.lake).toEqual({ biwa: {}, yogo: {} });
  expect(linksOf(linked(apart, lake, "biwa", "yogo"), lake)).toEqual(linksOf(drawn, lake));
});

test("a link stated on one side is completed", () => {
  const half = whole({ rows: { lake: { biwa: { near: "yogo" }, yogo: {} } } });
  expect(linksOf(half, lake)[0]!.both).toBe(false);
  expect(linksOf(linked(half, lake, "yogo", "biwa"), lake)[0]!.both).toBe(true);
});

test("an area goes with all that names it or stands on it", () => {
  expect(removed(drawn, tables, lake, "biwa").rows).toEqual({
    lake: { yogo: {} },
    boat: { boat_2: { on: "yogo", fish: "yogo*1" } },
  });
});

test("another key follows wherever the old one was named", () => {
  const next = renamed(drawn, tables, lake, "biwa", "ohmi");
  expect(Object.keys(next.rows.lake!)).toEqual(["ohmi", "yogo"]);
  expect(next.rows.lake!.yogo).toEqual({ near: "ohmi" });
  expect(next.rows.boat).toEqual({
    boat_1: { on: "ohmi" },
    boat_2: { on: "yogo", fish: "ohmi*2 yogo*1" },
  });
  for (const bad of ["yogo", "Biwa", "", "1a", "a".repeat(31)])
    expect(renamed(drawn, tables, lake, "biwa", bad)).toBe(drawn);
});

test("a table takes no more rows than it may have", () => {
  const one = added(drawn, lake, { depth: "1", shore: "0,0 1,0 1,1" })!;
  expect(one.drawn.rows.lake![one.key]).toEqual({ shore: "0,0 1,0 1,1" });
  expect(added(one.drawn, lake)).toBeUndefined();
  expect(added(drawn, { ...lake, fixed: true })).toBeUndefined();
});

test("values are texts, and usual ones are left out", () => {
  expect(countsOf("a*2 b*10")).toEqual([
    ["a", "2"],
    ["b", "10"],
  ]);
  expect(countsText(countsOf("a* b*-1"))).toBe("a* b*-1");
  expect(pointsText(pointsOf("1,2 3,4"))).toBe("1,2 3,4");
  expect(withValue(lake, { depth: "3" }, "depth", "1")).toEqual({});
});

test("corners snap, split an edge, go, and never leave fewer than three", () => {
  const square = pointsOf("0,0 10,0 10,10 0,10");
  expect(snapped([11, 1], square, 2)).toEqual([10, 0]);
  expect(snapped([5, 5], square, 2)).toEqual([5, 5]);
  expect(within([-3, 1200.4], 0, 1000)).toEqual([0, 1000]);
  expect(pointsText(split(square, 3))).toBe("0,0 10,0 10,10 0,10 0,5");
  expect(without(square, 1)).toHaveLength(3);
  expect(without(without(square, 1), 1)).toHaveLength(3);
  expect(centre(square)).toEqual([5, 5]);
  expect(
    centre([
      [0, 0],
      [4, 0],
      [8, 0],
    ]),
  ).toEqual([4, 0]);
  expect([holds(square, [5, 5]), holds(square, [15, 5])]).toEqual([true, false]);
});

test("a text has no spaces that a file cannot have", () => {
  expect(plain(" 織田　信長\t\u200b ")).toBe("織田 信長");
  expect(plain("　")).toBe("");
});
