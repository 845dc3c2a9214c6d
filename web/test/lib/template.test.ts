import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { fillIn, type Filling, type Lang } from "../../src/lib/template";

type Case = { template: string; lang: Lang; fill: Record<string, Filling>; text: string };

// The terminal is tested on the same cases (tests/core/test_words.py), so that both agree.
const cases = JSON.parse(readFileSync("../tests/core/templates.json", "utf-8")) as Case[];

test.each(cases)("$text ($lang)", ({ template, lang, fill, text }) => {
  expect(fillIn(template, lang, (hole) => fill[hole])).toBe(text);
});

test("a hole that nothing fills is empty", () => {
  expect(fillIn("{a}-{b}", "en", () => undefined)).toBe("-");
});
