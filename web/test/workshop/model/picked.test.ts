import { expect, test } from "vitest";
import { Picked } from "../../../src/workshop/model/picked.svelte";

test("single touches choose a cell, and give it up again", () => {
  const picked = new Picked();
  picked.touch("a");
  picked.touch("b");
  picked.touch("a");
  expect(picked.cells).toEqual(["b"]);
});

test("the first cell of a stroke decides what it does to all", () => {
  const picked = new Picked();
  picked.touch("b");
  picked.begin();
  for (const cell of ["a", "b", "c"]) picked.touch(cell);
  picked.end();
  expect(picked.cells).toEqual(["b", "a", "c"]);
  picked.begin();
  for (const cell of ["c", "d", "b"]) picked.touch(cell);
  picked.end();
  expect(picked.cells).toEqual(["a"]);
});

test("a stroke touches a cell twice without undoing it", () => {
  const picked = new Picked();
  picked.begin();
  for (const cell of ["a", "b", "a"]) picked.touch(cell);
  expect(picked.cells).toEqual(["a", "b"]);
});
