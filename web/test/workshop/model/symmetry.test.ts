import { expect, test } from "vitest";
import type { Layer, Symmetry } from "../../../src/api/protocol";
import { BARE, painted, whole } from "../../../src/drafts/paint";
import { around, between, images, spacing, strokeOf } from "../../../src/workshop/model/symmetry";

const say = { k: "" };
// Four by four squares: a0 … d3, a letter for the column.
const PLACES = [0, 1, 2, 3].flatMap((y) =>
  ["a", "b", "c", "d"].map((letter, x) => ({
    id: `${letter}${y}`,
    at: [x, y] as [number, number],
  })),
);
const HALF: Symmetry = { key: "half", say, matrix: [-1, 0, 0, -1, 3, 3], layers: ["men"] };
const QUARTER: Symmetry = { key: "quarter", say, matrix: [0, 1, -1, 0, 3, 0], layers: ["men"] };
const red = { key: "red", say, letter: "r", images: ["white", "blue", "green"] };
const white = { key: "white", say, letter: "w", images: ["red"] };
const stone = { key: "stone", say, letter: "s" };
const men: Layer = { key: "men", say, blank: say, brushes: [red, white, stone] };
const land: Layer = { ...men, key: "land" };
const way: Layer = { ...men, drawn: "path" };

test("neighbours are as far apart as the nearest two cells", () => {
  expect(spacing(PLACES)).toBe(1);
  expect(spacing([])).toBe(1);
});

test("a wide brush takes the cells round it, the one in the middle first", () => {
  expect(around(PLACES, "a0", 0)).toEqual(["a0"]);
  expect(around(PLACES, "b1", 1)[0]).toBe("b1");
  expect(around(PLACES, "b1", 1).sort()).toEqual(["a1", "b0", "b1", "b2", "c1"]);
  expect(around(PLACES, "z9", 1)).toEqual([]);
});

test("a symmetry is applied until it leads back", () => {
  expect(images(PLACES, "a0", HALF)).toEqual(["d3"]);
  expect(images(PLACES, "b0", QUARTER)).toEqual(["d1", "c3", "a2"]);
});

test("images and neighbours are found whatever the distance between cells", () => {
  const wide = PLACES.map(({ id, at: [x, y] }) => ({
    id,
    at: [40 * x, 40 * y] as [number, number],
  }));
  const quarter: Symmetry = { ...QUARTER, matrix: [0, 1, -1, 0, 120.4, 0] };
  expect(images(wide, "b0", quarter)).toEqual(["d1", "c3", "a2"]);
  expect(around(wide, "a0", 1).sort()).toEqual(["a0", "a1", "b0"]);
});

test("a matrix that never leads back is applied twelve times", () => {
  const shift: Symmetry = { key: "s", say, matrix: [1, 0, 0, 1, 1, 0] };
  const found = images(PLACES, "a0", shift);
  expect(found.slice(0, 4)).toEqual(["b0", "c0", "d0", undefined]);
  expect(found).toHaveLength(12);
});

test("a cell that is its own image has no other image", () => {
  const mirror: Symmetry = { key: "m", say, matrix: [0, 1, 1, 0, 0, 0] };
  expect(images(PLACES, "b1", mirror)).toEqual([]);
});

test("where there is no cell there is no image", () => {
  expect(images(PLACES.slice(0, 8), "a0", HALF)).toEqual([undefined]);
});

test("images get what the brush becomes, in the layers that change", () => {
  const stroke = (layer: Layer) =>
    Object.fromEntries(strokeOf(PLACES, layer, red, ["b0"], QUARTER));
  expect(stroke(men)).toEqual({ b0: "red", d1: "white", c3: "blue", a2: "green" });
  expect(stroke(land)).toEqual({ b0: "red", d1: "red", c3: "red", a2: "red" });
});

test("a brush without so many images leaves the rest alone; one without any stays itself", () => {
  expect(strokeOf(PLACES, men, white, ["b0"], QUARTER).size).toBe(2);
  expect(strokeOf(PLACES, men, stone, ["b0"], QUARTER).get("a2")).toBe("stone");
});

test("the cells under the brush have the last word over images", () => {
  const stroke = strokeOf(PLACES, men, red, ["a0", "d3"], HALF);
  expect(Object.fromEntries(stroke)).toEqual({ a0: "red", d3: "red" });
});

test("the cells under the brush are painted last, and stay when a brush is limited", () => {
  const cells = ["a0", "d3", "b0"];
  expect([...strokeOf(PLACES, men, red, cells, HALF).keys()]).toEqual(["c3", ...cells]);
  const drawn = whole({ marks: {}, fields: {}, rows: {} });
  const few: Layer = { ...men, brushes: [{ ...red, most: 3, images: [] }] };
  const stroke = strokeOf(PLACES, few, few.brushes[0], cells, HALF);
  expect(Object.keys(painted(drawn, [few], few, stroke).marks.men!)).toEqual(cells);
});

test("wiping wipes images, and a way is not mirrored", () => {
  expect(strokeOf(PLACES, men, undefined, ["a0"], HALF).get("d3")).toBe(BARE);
  expect([...strokeOf(PLACES, way, red, ["a0"], HALF).keys()]).toEqual(["a0"]);
});

test("on the way of a fast pointer no cell is missed", () => {
  const points = between([0, 0], [3, 0], 0.4);
  expect(points.length).toBe(8);
  expect(points.at(-1)).toEqual([3, 0]);
});
