import { expect, test } from "vitest";
import {
  between,
  boundingBox,
  corners,
  framed,
  outline,
  spaceAt,
  spots,
  union,
} from "../../src/lib/layout";
import { scene } from "../fixtures/board";

const [a, b] = [scene.spaces[0]!, scene.spaces[1]!];

test("the box holds all spaces and a margin", () => {
  expect(boundingBox([a, b], 0.1)).toEqual({ x: -60, y: -70, w: 230, h: 140 });
  expect(boundingBox([])).toEqual({ x: 0, y: 0, w: 1, h: 1 });
});

test("a box in the shape of a frame has the same middle and holds it all", () => {
  const box = { x: 0, y: 0, w: 10, h: 10 };
  expect(framed(box, { w: 100, h: 200 })).toEqual({ x: 0, y: -5, w: 10, h: 20 });
  expect(framed(box, { w: 100, h: 100 })).toEqual(box);
});

test("the box round two boxes holds both", () => {
  const [one, two] = [
    { x: 0, y: 0, w: 2, h: 2 },
    { x: -1, y: 1, w: 2, h: 4 },
  ];
  expect(union(one, two)).toEqual({ x: -1, y: 0, w: 3, h: 5 });
});

test("a box grows evenly into another", () => {
  const [from, to] = [
    { x: 0, y: 0, w: 10, h: 10 },
    { x: -10, y: 0, w: 30, h: 10 },
  ];
  expect(between(from, to, 0.5)).toEqual({ x: -5, y: 0, w: 20, h: 10 });
});

test("a lone piece lies in the middle, a pile steps along the longer edge, the lowest first", () => {
  expect(spots(a, 1, 0.5)).toEqual([{ x: 0, y: 0, edge: 50 }]);
  const [under, over] = spots(a, 2, 0.5);
  expect(under!.y).toBeLessThan(over!.y);
  expect(over!.y - under!.y).toBeGreaterThan(0.6 * 50);
  const wide = spots({ ...a, size: [140, 100] }, 2, 0.5);
  expect(wide[1]!.x - wide[0]!.x).toBeGreaterThan(0.6 * 50);
});

test("pieces in a row shrink so that they fit", () => {
  const row = spots({ ...a, fan: "row" }, 5, 0.5);
  expect(row[4]!.x + row[4]!.edge / 2).toBeLessThanOrEqual(50);
});

test("a rectangle and a hexagon have their corners", () => {
  expect(outline(a)).toHaveLength(4);
  expect(outline({ ...a, shape: "hex" })).toHaveLength(6);
});

test("the space under a point is the nearest of those allowed, and none far away", () => {
  expect(spaceAt(scene.spaces, 60, 5)?.id).toBe("b");
  expect(spaceAt([a], 60, 5)?.id).toBe("a");
  expect(spaceAt(scene.spaces, 600, 5)).toBeUndefined();
});

test("a space reaches a little beyond its own width and height", () => {
  expect([spaceAt([a], 61, 0), spaceAt([a], 0, 74)]).toEqual([a, a]);
  expect([spaceAt([a], 63, 0), spaceAt([a], 0, 75)]).toEqual([undefined, undefined]);
});

test("corners of an outline keep to its edges, and edges stay open between them", () => {
  const square = outline({ ...a, size: [100, 100] });
  expect(corners(square, 20).split("M").slice(1)).toHaveLength(4);
  expect(corners(square, 20)).toContain("M-50 -30L-50 -50L-30 -50");
  // An edge that is short keeps a gap as well.
  expect(corners(square, 80)).toContain("M-50 -14L-50 -50L-14 -50");
});
