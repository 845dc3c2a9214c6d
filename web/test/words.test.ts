import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import en from "../src/i18n/en.json";
import ja from "../src/i18n/ja.json";

const holes = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map((hole) => hole[1]!).sort();

test("both languages have the same sentences", () => {
  expect(Object.keys(ja).sort()).toEqual(Object.keys(en).sort());
});

test("each sentence has the same holes in both languages and is not empty", () => {
  for (const [key, text] of Object.entries(en)) {
    const other = ja[key as keyof typeof ja];
    expect([key, holes(other)]).toEqual([key, holes(text)]);
    expect([key, text.trim() !== "" && other.trim() !== ""]).toEqual([key, true]);
  }
});

test("every way in which the server refuses has a sentence, or is said in its own words", () => {
  const protocol = readFileSync("../src/honjin/server/protocol.py", "utf-8");
  const listed = /Refusal = Literal\[([^\]]*)\]/.exec(protocol)![1]!;
  const kinds = [...listed.matchAll(/"([\w-]+)"/g)].map((kind) => kind[1]!);
  // These three are explained best by the detail that the server gives.
  const own = new Set(["unreadable", "bad-option", "record-mismatch"]);
  expect(kinds.filter((kind) => !own.has(kind) && !(`problem.${kind}` in en))).toEqual([]);
});
