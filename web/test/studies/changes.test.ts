import { expect, test } from "vitest";
import type { StudyChange, StudyNode, StudyTree } from "../../src/api/protocol";
import { applied } from "../../src/studies/changes";
import { Moves } from "../../src/studies/line/tree";

const node = (n: number, parent: number, more: Partial<StudyNode> = {}): StudyNode => ({
  n,
  parent,
  entry: n ? `0:m${n}` : "",
  ...more,
});
// 1 2, with 3 4 instead of 2.
const TREE: StudyTree = {
  n: 1,
  version: 10,
  game: "x",
  options: {},
  nodes: [node(0, 0), node(1, 0), node(2, 1), node(3, 1), node(4, 3)],
};
const after = (...changes: StudyChange[]): StudyTree =>
  applied(TREE, { n: 1, version: 10 + changes.length, changes });
const numbers = (tree: StudyTree): number[] =>
  new Moves(tree.nodes).listed().map(({ node: { n } }) => n);

test("moves are added, annotated and removed with what follows", () => {
  expect(numbers(after({ do: "add", node: 5, now: node(5, 4) }))).toEqual([1, 2, 3, 4, 5]);
  expect(numbers(after({ do: "remove", node: 3 }))).toEqual([1, 2]);
  expect(numbers(after({ do: "remove", node: 0 }))).toEqual([]);
  const noted = after({ do: "note", node: 3, now: node(3, 1, { text: "Why?", marks: ["a"] }) });
  expect(noted.nodes.find(({ n }) => n === 3)).toMatchObject({ text: "Why?", marks: ["a"] });
});

test("promoting makes the whole way to a move the main line", () => {
  const tree = after(
    { do: "add", node: 5, now: node(5, 0) },
    { do: "add", node: 6, now: node(6, 3) },
    { do: "promote", node: 6 },
  );
  expect(numbers(tree)).toEqual([1, 5, 3, 2, 6, 4]);
  expect(new Moves(tree.nodes).last(0)).toBe(6);
});

test("changes that are there already change nothing", () => {
  const changes: StudyChange[] = [
    { do: "add", node: 5, now: node(5, 4) },
    { do: "promote", node: 5 },
    { do: "remove", node: 2 },
    { do: "add", node: 6, now: node(6, 1) },
  ];
  const once = after(...changes);
  const twice = applied({ ...once, version: 10 }, { n: 1, version: 14, changes });
  expect(twice).toEqual(once);
});

test("news of another chapter, or older than the tree, is left alone", () => {
  const changes: StudyChange[] = [{ do: "remove", node: 0 }];
  expect(applied(TREE, { n: 2, version: 20, changes })).toBe(TREE);
  expect(applied(TREE, { n: 1, version: 10, changes })).toBe(TREE);
});

test("a change of a move that another has removed is left out", () => {
  const tree = after({ do: "remove", node: 3 }, { do: "add", node: 5, now: node(5, 4) });
  expect(numbers(tree)).toEqual([1, 2]);
});
