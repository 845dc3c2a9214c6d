import { expect, test } from "vitest";
import {
  MAX_KEPT,
  readKept,
  renamed,
  withOne,
  without,
  type Kept,
} from "../../../src/lib/play/kept";

const one = (name: string, key = "north"): Kept => ({ game: "g", key, name, on: { a: "T" } });

test("what was written is read; anything else is left out", () => {
  expect(readKept(JSON.stringify([one("x")]))).toEqual([one("x")]);
  expect(readKept(null)).toEqual([]);
  expect(readKept("{")).toEqual([]);
  expect(readKept('{"a": 1}')).toEqual([]);
  expect(
    readKept(
      JSON.stringify([
        3,
        null,
        { ...one("y"), on: ["a"] },
        { ...one("y"), on: { a: 1 } },
        one("z"),
      ]),
    ),
  ).toEqual([one("z")]);
});

test("a name is given once for one place", () => {
  expect(withOne([one("x")], one("x"))).toBe("taken");
  expect(withOne([one("x")], one("x", "south"))).toEqual([one("x"), one("x", "south")]);
});

test("no more are kept for a game than there is room for", () => {
  const full = Array.from({ length: MAX_KEPT }, (_, n) => one(`x${n}`));
  expect(withOne(full, one("y"))).toBe("full");
  expect(withOne(full, { ...one("y"), game: "h" })).toHaveLength(MAX_KEPT + 1);
});

test("a formation is renamed in place, or removed", () => {
  expect(renamed([one("x"), one("y")], one("x"), "z")).toEqual([one("z"), one("y")]);
  expect(renamed([one("x"), one("y")], one("x"), "y")).toBe("taken");
  expect(renamed([one("x")], one("x"), "x")).toEqual([one("x")]);
  expect(without([one("x"), one("y")], one("x"))).toEqual([one("y")]);
});
