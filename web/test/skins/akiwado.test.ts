import { expect, test } from "vitest";
import type { Piece, Space } from "../../src/api/protocol";
import { lay } from "../../src/skins/akiwado/lay";

const space = { id: "east", at: [0, 0], size: [4.4, 3], fan: "grid", look: "east" } as Space;
const drawn = (n: number): { piece: Piece }[] =>
  Array.from({ length: n }, () => ({ piece: {} as Piece }));

test.each([4, 5, 6, 7])("of %d things in a market none lies on its sign", (n) => {
  for (const { x, y, edge } of lay(space, drawn(n))!) {
    const isBeside = Math.abs(x) - edge / 2 >= 0.96;
    expect(isBeside || y - edge / 2 >= -1.5 + 0.72).toBe(true);
    expect(y + edge / 2).toBeLessThanOrEqual(1.5);
  }
});

test("a few things lie in the middle of their market", () => {
  expect(new Set(lay(space, drawn(2))!.map(({ y }) => y))).toEqual(new Set([0]));
  expect(lay({ ...space, look: "stock" }, drawn(2))).toBeUndefined();
});
