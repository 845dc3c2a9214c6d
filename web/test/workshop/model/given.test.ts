import { expect, test } from "vitest";
import type { DeskPage, GameInfo, OptionInfo, Problem } from "../../../src/api/protocol";
import { Given, readGiven } from "../../../src/workshop/model/given.svelte";

const options: OptionInfo[] = [
  { key: "list", default: "usual", file: ".toml" },
  { key: "ways", default: "four", values: ["four", "eight"] },
  { key: "snow", default: false },
];
const read = (stored: unknown) => readGiven(JSON.stringify(stored), options);

test("stored values are read back", () => {
  const stored = {
    list: { value: "a = 1", name: "mine.toml" },
    ways: { value: "eight" },
    snow: { value: true },
  };
  expect(read(stored)).toEqual(stored);
});

test("what is no value of an option is left out", () => {
  expect(read({ list: { value: true }, ways: { value: "six" }, snow: { value: "true" } })).toEqual(
    {},
  );
  expect(read({ list: { value: "a", name: 3 }, sea: { value: "x" }, ways: "eight" })).toEqual({});
  expect(read({ list: { value: "usual", name: "x" }, snow: { value: false } })).toEqual({});
});

test("junk is no values", () => {
  for (const text of [null, "", "{", "3", "null", "[1]", '"list"'])
    expect(readGiven(text, options)).toEqual({});
});

test("a refusal without the game's words keeps the server's as technical ones", () => {
  const given = new Given({ key: "g", options } as GameInfo, { depends_on: ["list"] } as DeskPage);
  given.give(options[0]!, "a = 1", "mine.toml");
  given.refuse({ option: "list", detail: "expected hills" } as Problem);
  const technical = "expected hills";
  expect(given.refused).toEqual({ option: "list", name: "mine.toml", technical });
});
