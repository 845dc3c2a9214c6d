import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { en as mainEn, ja as mainJa } from "../src/i18n";
import aboutEn from "../src/i18n/about.en.json";
import aboutJa from "../src/i18n/about.ja.json";
import balanceEn from "../src/i18n/balance.en.json";
import balanceJa from "../src/i18n/balance.ja.json";
import experimentsEn from "../src/i18n/experiments.en.json";
import experimentsJa from "../src/i18n/experiments.ja.json";
import exploreEn from "../src/i18n/explore.en.json";
import exploreJa from "../src/i18n/explore.ja.json";
import workshopEn from "../src/i18n/workshop.en.json";
import workshopJa from "../src/i18n/workshop.ja.json";
import { fillIn, flaws, holesOf } from "../src/lib/template";

const named = <T extends string>(of: string, words: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(words).map(([key, text]) => [`${of}/${key}`, text]));

// Some words are loaded with their pages, and must meet the same requirements.
const en: Record<string, string> = {
  ...mainEn,
  ...workshopEn,
  ...aboutEn,
  ...named("balance", balanceEn),
  ...named("experiments", experimentsEn),
  ...exploreEn,
};
const ja: Record<string, string> = {
  ...mainJa,
  ...workshopJa,
  ...aboutJa,
  ...named("balance", balanceJa),
  ...named("experiments", experimentsJa),
  ...exploreJa,
};

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
  const protocol = readFileSync("../src/honjin/server/messages/problems.py", "utf-8");
  const listed = /Refusal = Literal\[([^\]]*)\]/.exec(protocol)![1]!;
  const kinds = [...listed.matchAll(/"([\w-]+)"/g)].map((kind) => kind[1]!);
  expect(kinds.filter((kind) => !(`problem.${kind}` in en))).toEqual([]);
});
