import { expect, test } from "vitest";
import { arrow, hintsOf, placeOf } from "../../../src/tables/board/hints";
import type { Ply, Scene } from "../../../src/api/protocol";

const label = { k: "x" };
const space = (id: string, x: number) => ({
  id,
  at: [x, 0] as [number, number],
  size: [1, 1] as [number, number],
  look: "s",
  label,
});
const scene: Scene = {
  skin: "plain",
  spaces: [space("a", 0), space("b", 2), space("c", 4)],
  pieces: [
    { id: "a.0", on: "a", look: "low", label },
    { id: "a.1", on: "a", look: "high", label, text: "7" },
    { id: "hand", on: "tray", look: "die", label },
  ],
  sides: [],
  trays: [{ id: "tray", side: 0, label }],
  verbs: [{ id: "fight", label }],
};
const ply = (seat: number, ...path: string[]): Ply => ({ seat, do: path.join(), path });

test("things lie where their space is; beside the board they lie nowhere", () => {
  expect(["a", "a.1", "hand", "fight"].map((id) => placeOf(scene, id))).toEqual([
    [0, 0],
    [0, 0],
    undefined,
    undefined,
  ]);
});

test("from one place to another is an arrow, with what travels on it", () => {
  expect(hintsOf(scene, [ply(0, "a", "b")], 3, 0)).toEqual([
    {
      n: 1,
      mine: true,
      ids: ["a", "b"],
      again: 0,
      from: [0, 0],
      to: [2, 0],
      ghost: { look: "high", text: "7" },
    },
  ]);
});

test("from beside the board there is a ring and the ghost of what would be put there", () => {
  expect(hintsOf(scene, [ply(0, "hand", "c")], 3, 0)).toEqual([
    { n: 1, mine: true, ids: ["hand", "c"], again: 0, to: [4, 0], ghost: { look: "die" } },
  ]);
});

test("one place is a ring, nothing travels", () => {
  expect(hintsOf(scene, [ply(1, "a", "fight")], 3, 0)).toEqual([
    { n: 1, mine: false, ids: ["a", "fight"], again: 0, to: [0, 0] },
  ]);
});

test("a line is numbered, as far as it is wanted and can be seen", () => {
  const line = [ply(0, "a", "b"), ply(1, "gone", "b"), ply(0, "gone"), ply(1, "c")];
  const hints = hintsOf(scene, line, 4, 0);
  expect(hints.map(({ n, mine, again }) => [n, mine, again])).toEqual([
    [1, true, 0],
    [2, false, 1],
    [4, false, 0],
  ]);
  expect(hintsOf(scene, line, 1, 0)).toHaveLength(1);
});

test("an action without a path is shown by the things it touches", () => {
  expect(hintsOf(scene, [{ seat: 15, do: "x", ids: ["b"] }], 1, 0)[0]).toMatchObject({
    ids: ["b"],
    to: [2, 0],
  });
});

test("an arrow ends short of both ends, whichever way it points", () => {
  expect(arrow([0, 0], [10, 0], 1, 2)).toBe("M1 0L7 0M7 1.24L9 0L7 -1.24Z");
  expect(arrow([0, 10], [0, 0], 1, 2)).toMatch(/^M0 9L0 3M/);
});
