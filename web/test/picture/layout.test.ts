/** Where the parts of a picture lie. */
import { expect, test } from "vitest";
import { fitting, frame, laid, lengthOf, lines } from "../../src/picture/layout";
import type { Scene, Side } from "../../src/api/protocol";

const inside = (box: { x: number; y: number; w: number; h: number }): boolean =>
  box.x >= 0 && box.y >= 0 && box.x + box.w <= 1200 && box.y + box.h <= 630;

test("parts lie inside the picture and apart from each other, for any board and number of sides", () => {
  for (const ratio of [0.4, 1, 1.7, 2.5, 6]) {
    for (const sides of [1, 2, 3, 4, 5, 6]) {
      const { board, title, sides: boxes } = frame(1200, 630, ratio, sides);
      const all = [board, title, ...boxes];
      expect(boxes.length).toBe(sides);
      expect(all.filter((box) => !inside(box))).toEqual([]);
      for (const a of all)
        for (const b of all)
          if (a !== b)
            expect(
              a.x + a.w <= b.x || b.x + b.w <= a.x || a.y + a.h <= b.y || b.y + b.h <= a.y,
            ).toBe(true);
    }
  }
});

test("a wide board has the sides below it, any other beside it", () => {
  expect(frame(1200, 630, 1.2, 2).sides[0]!.x).toBeGreaterThan(800);
  expect(frame(1200, 630, 6, 2).sides[0]!.y).toBeGreaterThan(400);
});

test("a text that is too long is cut with an ellipsis, between code points", () => {
  expect(fitting("Sanada", 20, 200)).toBe("Sanada");
  expect(fitting("W".repeat(50), 20, 200)).toMatch(/^W{10,14}…$/);
  expect(fitting("𠮷".repeat(50), 20, 100)).toBe("𠮷𠮷𠮷𠮷…");
  expect(lengthOf("真田")).toBe(2);
});

test("a title breaks between words, and is cut where it has none", () => {
  expect(lines("Akebono", 30, 300)).toEqual(["Akebono"]);
  expect(lines("Hideyoshi's Battles at the Summits", 30, 300).length).toBe(2);
  expect(lines("秀".repeat(40), 30, 300)).toEqual([`${"秀".repeat(9)}…`]);
});

test("pieces of a tray stay in their box, smaller where there are many", () => {
  const side = { side: 0 } as Side;
  const scene = (n: number): Scene =>
    ({
      trays: [{ id: "t", side: 0 }],
      pieces: Array.from({ length: n }, (_, i) => ({ id: `p${i}`, on: "t", look: "x" })),
    }) as unknown as Scene;
  const box = { x: 10, y: 10, w: 200, h: 60 };
  const few = laid(scene(2), side, box);
  const many = laid(scene(30), side, box);
  expect(few[0]!.edge).toBeGreaterThan(many[0]!.edge);
  for (const { x, y, edge } of [...few, ...many]) {
    expect(x + edge).toBeLessThanOrEqual(211);
    expect(y + edge).toBeLessThanOrEqual(71);
  }
});
