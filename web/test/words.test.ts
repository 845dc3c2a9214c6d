import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import main from "../src/i18n/en";
import { fillIn, flaws, holesOf } from "../src/lib/template";
import { sentences } from "./sentences";

const en = sentences("en");
const ja = sentences("ja");

test("both languages have the same sentences", () => {
  expect(Object.keys(ja).sort()).toEqual(Object.keys(en).sort());
});

test("each sentence has the same holes in both languages and is not empty", () => {
  for (const [key, text] of Object.entries(en)) {
    const other = ja[key] ?? "";
    expect([key, holesOf(other)]).toEqual([key, holesOf(text)]);
    expect([key, text.trim() !== "" && other.trim() !== ""]).toEqual([key, true]);
  }
});

test("each choice has a form for every plural category of its language", () => {
  expect(Object.entries(en).filter(([, text]) => flaws(text, "en").length > 0)).toEqual([]);
  expect(Object.entries(ja).filter(([, text]) => flaws(text, "ja").length > 0)).toEqual([]);
  expect(flaws("{n} {n|one:turn}", "en")).toEqual(["{n|one:turn}"]);
  // An experiment that waits showed braces: a form had a hole of its own.
  expect(flaws("{n|one:one turn|other:{n} turns}", "en")).toEqual(["{", "}"]);
});

test("the singular is used for one", () => {
  const forms = Object.values(en).flatMap((text) => [...text.matchAll(/\|other:([a-z]+s)\b/g)]);
  const nouns = [...new Set(forms.map(([, noun]) => noun!))];
  expect(nouns).toContain("players");
  const wrong = new RegExp(`\\b1 (?:more )?(?:${nouns.join("|")})\\b`);
  const told = Object.values(en).map((text) => fillIn(text, "en", () => 1));
  expect(told.filter((text) => wrong.test(text))).toEqual([]);
});

test("every kind of refusal has a sentence", () => {
  const table = readFileSync("../src/honjin/server/messages/refusals.py", "utf-8");
  const kinds = [...table.matchAll(/kind(?: = |\(\s*)"([\w-]+)"/g)].map((kind) => kind[1]!);
  expect(kinds).toContain("not-stored");
  expect(kinds).toContain("internal");
  expect(kinds.filter((kind) => !(`problem.${kind}` in main))).toEqual([]);
});
