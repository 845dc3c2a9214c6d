import { expect, test } from "vitest";
import { changes, reveal } from "../../src/lib/travel";
import type { Piece } from "../../src/api/protocol";
import { scene, withPieces } from "../fixtures/board";

const piece = (id: string, on: string, look: string, n = 1): Piece => ({
  id,
  on,
  look,
  n,
  label: { k: look },
});

test("nothing travels between equal scenes", () => {
  expect(changes(scene, scene)).toEqual({ spaces: [], pieces: [], arrived: [], turned: [] });
});

test("a piece that keeps its id travels from place to place", () => {
  const [before, after] = [
    withPieces([piece("p", "a", "light")]),
    withPieces([piece("p", "b", "light")]),
  ];
  expect(changes(before, after).pieces).toEqual([{ from: "p#0", to: "p#0", look: "light" }]);
});

test("without a lasting id the look tells which piece came from where", () => {
  const before = withPieces([piece("a.0", "a", "dark"), piece("a.1", "a", "light")]);
  const after = withPieces([piece("a.0", "a", "dark"), piece("c.0", "c", "light")]);
  expect(changes(before, after).pieces).toEqual([{ from: "a.1#0", to: "c.0#0", look: "light" }]);
});

test("of several equal pieces in a tray one travels", () => {
  const before = withPieces([piece("h", "hand", "light", 3)]);
  const after = withPieces([piece("h", "hand", "light", 2), piece("b.0", "b", "light")]);
  expect(changes(before, after).pieces).toEqual([{ from: "h#2", to: "b.0#0", look: "light" }]);
});

test("a piece that stays where it is does not travel when its id is given to another", () => {
  const before = withPieces([piece("x", "a", "light"), piece("y", "b", "light")]);
  const after = withPieces([piece("y", "a", "light"), piece("z", "b", "light")]);
  expect(changes(before, after).pieces.filter(({ to }) => to === "z#0")).toEqual([]);
});

test("a space moves with what lies on it, which does not move separately", () => {
  const spaces = scene.spaces.map((space) =>
    space.id === "b" ? { ...space, id: "gap2", at: [55, 130] as [number, number] } : space,
  );
  const before = withPieces([piece("b.0", "b", "light")]);
  const after = { ...withPieces([piece("g.0", "gap2", "light")]), spaces };
  expect(changes(before, after)).toEqual({
    spaces: [{ from: "b", to: "gap2", look: "coin" }],
    pieces: [],
    arrived: [],
    turned: [],
  });
});

test("what was nowhere before arrives", () => {
  expect(changes(withPieces([]), withPieces([piece("n", "a", "light")])).arrived).toEqual(["n#0"]);
});

const slip = (seat: number): Piece => piece(`choice:${seat}`, "hand", "sealed");
const deed = (seat: number): Piece => ({
  ...piece(`deed:${seat}`, "hand", "bid"),
  opens: `choice:${seat}`,
});

test("a face-down thing is turned over in place before anything else changes", () => {
  const before = withPieces([slip(0), piece("p", "a", "light")]);
  const after = withPieces([deed(0), deed(1), piece("p", "b", "light")]);
  expect(reveal(before, after)!.pieces).toEqual([piece("p", "a", "light"), deed(0), deed(1)]);
  expect(changes(before, reveal(before, after)!).turned).toEqual(["deed:0#0", "deed:1#0"]);
  expect(changes(reveal(before, after)!, after)).toMatchObject({
    turned: [],
    pieces: [{ from: "p#0", to: "p#0" }],
  });
});

test("only things seen face down are turned over, and only once", () => {
  expect(reveal(withPieces([]), withPieces([deed(0)]))).toBeUndefined();
  expect(reveal(withPieces([slip(0), deed(0)]), withPieces([slip(0), deed(0)]))).toBeUndefined();
});
