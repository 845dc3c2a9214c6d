import { expect, test } from "vitest";
import { best, near, overlap } from "../../../../src/tables/board/tip/placing";

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

test("a tip goes to the side where it hides least, and of equal ones to the first", () => {
  const at = (...costs: number[]) =>
    best(
      costs.map((cost, n) => ({ cost, n })),
      1000,
    ).n;
  expect(at(500, 0, 300)).toBe(1);
  expect(at(300, 300, 300)).toBe(0);
  expect(at(500, 300, 300)).toBe(1);
});

test("hiding slightly less, for the size of the tip, is not worth a jump to another side", () => {
  const places = [{ cost: 50 }, { cost: 0 }];
  expect(best(places, 1000)).toBe(places[0]);
  expect(best(places, 500)).toBe(places[1]);
});
