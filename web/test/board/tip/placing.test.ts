import { expect, test } from "vitest";
import { near, overlap } from "../../../src/board/tip/placing";

const box = (left: number, top: number, right: number, bottom: number) => ({
  left,
  top,
  right,
  bottom,
});

test("what two boxes share is an area; boxes that only touch share nothing", () => {
  expect(overlap(box(0, 0, 10, 10), box(5, 5, 20, 20))).toBe(25);
  expect(overlap(box(0, 0, 10, 10), box(10, 0, 20, 10))).toBe(0);
  expect(overlap(box(0, 0, 10, 10), box(30, 30, 40, 40))).toBe(0);
});

test("a large thing is explained near the pointer, a small one at its edge", () => {
  expect(near(box(0, 0, 1000, 1000), { x: 500, y: 500 })).toEqual(box(440, 360, 560, 640));
  expect(near(box(480, 480, 520, 520), { x: 500, y: 500 })).toEqual(box(480, 480, 520, 520));
  expect(near(box(0, 0, 1000, 1000), undefined)).toEqual(box(0, 0, 1000, 1000));
});
