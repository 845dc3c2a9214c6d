import { expect, test } from "vitest";
import {
  corner,
  enlarged,
  fitting,
  interest,
  meant,
  room,
  type Target,
} from "../../../../src/tables/board/input/touch";

const at = (id: string, x: number, y: number): Target => ({ id, x, y });
const crowd = [at("a", 0, 0), at("b", 28, 0), at("c", 200, 100)];

test("a touch beside a thing means it, the nearest of several", () => {
  expect(meant(crowd, 218, 100)?.id).toBe("c");
  expect(meant(crowd, 15, 0)?.id).toBe("b");
  expect(meant(crowd, 100, 50)).toBeUndefined();
});

test("a target is as wide as its distance to the next one", () => {
  expect(room(crowd, crowd[0]!)).toBe(28);
  expect(room([crowd[0]!], crowd[0]!)).toBe(Infinity);
});

test("things closer than a fingertip are enlarged, others are not", () => {
  expect(28 * enlarged(crowd)).toBeCloseTo(46);
  expect(enlarged([crowd[0]!, crowd[2]!])).toBe(1);
});

test("the view is centred on all targets if they fit", () => {
  expect(interest(crowd, 1.5, { w: 360, h: 300 })).toEqual({ x: 100, y: 50 });
  expect(interest(crowd, 1.64, { w: 340, h: 300 })).toBeUndefined();
});

test("targets are as large as a frame can hold them all", () => {
  expect(fitting(crowd, { w: 340, h: 300 })).toBeCloseTo(1.5);
  expect(interest(crowd, fitting(crowd, { w: 340, h: 300 }), { w: 340, h: 300 })).toBeDefined();
  expect(fitting([crowd[0]!], { w: 340, h: 300 })).toBeGreaterThan(100);
});

test("what lies over the board goes to a corner where it hides no target", () => {
  const [frame, part] = [
    { w: 300, h: 200 },
    { w: 84, h: 40 },
  ];
  const corners = { far: at("a", 295, 195), left: at("b", 60, 170), top: at("c", 250, 20) };
  expect(corner([at("m", 150, 100)], frame, part, [1, 1])).toEqual([1, 1]);
  expect(corner([corners.far], frame, part, [1, 1])).toEqual([0, 1]);
  expect(corner([corners.far, corners.left], frame, part, [1, 1])).toEqual([1, 0]);
  expect(corner(Object.values(corners), frame, part, [1, 1])).toEqual([0, 0]);
});

test("it stays where it is free, and where no corner is", () => {
  const frame = { w: 100, h: 60 };
  expect(corner([], frame, { w: 84, h: 40 }, [0, 0])).toEqual([0, 0]);
  expect(corner([at("m", 50, 30)], frame, { w: 84, h: 40 }, [0, 1])).toEqual([0, 1]);
});
