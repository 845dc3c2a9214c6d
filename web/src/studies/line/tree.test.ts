import { expect, test } from "vitest";
import type { StudyNode } from "../../api/protocol";
import { Moves } from "./tree";

const node = (n: number, parent: number): StudyNode => ({ n, parent, entry: n ? `0:m${n}` : "" });
// 1 2 3, with 4 5 instead of 2, 6 instead of 5, and 7 instead of 1.
const TREE = [node(0, 0), node(1, 0), node(2, 1), node(3, 2), node(4, 1), node(5, 4), node(6, 4), node(7, 0)]; // prettier-ignore

test("variants are listed after the move they replace, one level deeper", () => {
  const rows = new Moves(TREE).listed().map(({ node: { n }, ply, depth }) => [n, ply, depth]);
  expect(rows).toEqual([
    [1, 1, 0],
    [7, 1, 1],
    [2, 2, 0],
    [4, 2, 1],
    [5, 3, 1],
    [6, 3, 2],
    [3, 3, 0],
  ]);
});

test("arrows follow the line and go around the variants", () => {
  const moves = new Moves(TREE);
  expect([moves.next(0), moves.next(3), moves.last(1), moves.last(4)]).toEqual([1, 3, 3, 5]);
  expect([moves.beside(2, 1), moves.beside(4, 1), moves.beside(2, -1)]).toEqual([4, 2, 4]);
  expect([moves.beside(0, 1), moves.ply(6)]).toEqual([0, 3]);
});

test("a node that was removed leaves its nearest ancestor", () => {
  const before = new Moves(TREE);
  const after = new Moves(TREE.filter(({ n }) => n < 4));
  expect([after.kept(6, before), after.kept(3, before)]).toEqual([1, 3]);
});

test("a chapter of two thousand moves is listed", () => {
  const long = Array.from({ length: 2000 }, (_, n) => node(n, Math.max(0, n - 1)));
  expect(new Moves(long).listed()).toHaveLength(1999);
});
