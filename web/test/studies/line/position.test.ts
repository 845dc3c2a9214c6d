import { expect, test } from "vitest";
import { studyPath } from "../../../src/state/route.svelte";
import { positionOf } from "../../../src/studies/line/position";

test("the address of a position says which it is", () => {
  for (const [chapter, node] of [
    [0, 0],
    [3, 0],
    [12, 345],
  ] as const) {
    const { search } = new URL(studyPath("a", chapter, node), "http://t");
    expect(positionOf(search)).toEqual({ chapter, node });
  }
});

test("an address without a position, or with a strange one, names none", () => {
  for (const search of ["", "?chapter=", "?chapter=-1&node=x", "?chapter=1e3", "?chapter=12345678"])
    expect(positionOf(search)).toEqual({ chapter: undefined, node: 0 });
});
