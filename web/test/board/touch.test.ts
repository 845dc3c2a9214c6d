import { expect, test } from "vitest";
import { enlarged, fitting, interest, meant, room, type Target } from "../../src/board/touch";

const at = (id: string, x: number, y: number): Target => ({ id, x, y });
const crowd = [at("a", 0, 0), at("b", 28, 0), at("c", 200, 100)];

test("a touch beside a thing means it, the nearest of several", () => {
  expect(meant(crowd, 218, 100)?.id).toBe("c");
  expect(meant(crowd, 15, 0)?.id).toBe("b");
  expect(meant(crowd, 100, 50)).toBeUndefined();
});

test("a target is as wide as the next one is far", () => {
  expect(room(crowd, crowd[0]!)).toBe(28);
  expect(room([crowd[0]!], crowd[0]!)).toBe(Infinity);
});

test("what is closer than a fingertip is shown larger, all else as it is", () => {
  expect(28 * enlarged(crowd)).toBeCloseTo(46);
  expect(enlarged([crowd[0]!, crowd[2]!])).toBe(1);
});

test("the middle of all is shown where all fit", () => {
  expect(interest(crowd, 1.5, { w: 360, h: 300 })).toEqual({ x: 100, y: 50 });
  expect(interest(crowd, 1.64, { w: 340, h: 300 })).toBeUndefined();
});

test("targets are as large as a frame can hold them all", () => {
  expect(fitting(crowd, { w: 340, h: 300 })).toBeCloseTo(1.5);
  expect(interest(crowd, fitting(crowd, { w: 340, h: 300 }), { w: 340, h: 300 })).toBeDefined();
  expect(fitting([crowd[0]!], { w: 340, h: 300 })).toBeGreaterThan(100);
});
