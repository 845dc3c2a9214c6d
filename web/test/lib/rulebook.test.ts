import { expect, test } from "vitest";
import type { Rules, Words } from "../../src/api/protocol";
import {
  arrange,
  countOf,
  folded,
  hitsIn,
  holds,
  numberIn,
  pieces,
  search,
  sought,
} from "../../src/lib/rulebook";

const WORDS: Words = {
  cards: { en: "The cards", ja: "札" },
  force: { en: "Force", ja: "力" },
  spear: { en: "Yari", ja: "槍" },
  bow: { en: "Yumi", ja: "弓" },
  long: { en: "Strikes first", ja: "先に打つ" },
};

const RULES: Rules = {
  words: {},
  rulebooks: {
    en: {
      title: "In short",
      summary: [{ text: "**Goal.** Win (§1)." }, { text: "Fight (§M1).", when: { act: ["3"] } }],
      chapters: [
        {
          title: "Play",
          statements: [
            { number: "1", text: "Take Tennōzan." },
            { number: "M1", text: "Fight.", when: { act: ["3"] } },
            { number: "C1", text: "Yari: force 3." },
          ],
        },
        { title: "Fights", statements: [{ number: "2", text: "Again.", when: { act: ["3"] } }] },
      ],
    },
    ja: {
      title: "要点",
      summary: [{ text: "**目的。** 勝つ（§1）。" }, { text: "合戦。", when: { act: ["3"] } }],
      chapters: [
        {
          title: "手番",
          statements: [
            { number: "1", text: "天王山を取る。" },
            { number: "M1", text: "合戦する。", when: { act: ["3"] } },
            { number: "C1", text: "槍：力3。" },
          ],
        },
        { title: "合戦", statements: [{ number: "2", text: "もう一度。", when: { act: ["3"] } }] },
      ],
    },
  },
  tables: [
    {
      title: { k: "cards" },
      heads: [{ k: "force" }],
      rows: [
        { name: { k: "spear" }, cells: [3], tells: "C1", note: { k: "long" } },
        { name: { k: "bow" }, cells: ["—"], when: { act: ["3"] } },
      ],
    },
  ],
};

const numbersOf = (parts: { chapters: { items: { number: string }[] }[] }): string[] =>
  parts.chapters.flatMap(({ items }) => items.map(({ number }) => number));

test("a condition holds where every option has one of its values", () => {
  const when = { act: ["2", "3"], deal: [false] };
  expect(holds(when, { act: "3", deal: false })).toBe(true);
  expect(holds(when, { act: "1", deal: false })).toBe(false);
  expect(holds(when, { act: "3", deal: true })).toBe(false);
  expect(holds(undefined, {})).toBe(true);
});

test("rules of the game are separate from those of others", () => {
  const shown = arrange(RULES, WORDS, { act: "1" }, "en");
  expect(numbersOf(shown)).toEqual(["1"]);
  expect(numbersOf(shown.others)).toEqual(["M1", "2"]);
  expect(shown.summary.items.map(({ text }) => text)).toEqual(["**Goal.** Win (§1)."]);
  expect(shown.sheets[0]!.items.map(({ name, other }) => [name, other])).toEqual([["Yari", "槍"]]);
  expect(shown.others.sheets[0]!.items.map(({ name }) => name)).toEqual(["Yumi"]);
});

test("with the options of a game all of it is there, and nothing is left over", () => {
  const shown = arrange(RULES, WORDS, { act: "3" }, "ja");
  expect(numbersOf(shown)).toEqual(["1", "M1", "2"]);
  expect(countOf(shown.others)).toBe(0);
  expect(shown.summary.title).toBe("要点");
});

test("a search finds statements, rows and the summary, in both languages", () => {
  const shown = arrange(RULES, WORDS, { act: "3" }, "en");
  const found = (query: string): [number, string[], number] => {
    const those = search(shown, sought(query));
    return [
      those.summary.items.length,
      numbersOf(those),
      those.sheets.flatMap(({ items }) => items).length,
    ];
  };
  expect(found("fight")).toEqual([1, ["M1"], 0]);
  expect(found("天王山")).toEqual([0, ["1"], 0]);
  expect(found("tennozan")).toEqual([0, ["1"], 0]);
  expect(found("槍")).toEqual([0, [], 1]);
  expect(found("strikes")).toEqual([0, [], 1]);
  expect(found("GOAL. win")).toEqual([1, [], 0]);
  expect(found("")).toEqual([2, ["1", "M1", "2"], 2]);
});

test("letters are compared without case, width and macrons, each in its place", () => {
  expect(folded("Tennōzan ＡＢ１")).toBe("tennozan ab1");
  expect(folded("がぎ")).toBe("がぎ");
  expect(hitsIn("Ōmi and ōmi", sought(" omi "))).toEqual([0, 8]);
});

test("a number leads to its statement", () => {
  const numbers = new Set(["4", "4.2", "W5"]);
  expect(["4.2", "§w5", "Ｗ５", "4.", "9", "44", "w"].map((one) => numberIn(one, numbers))).toEqual(
    ["4.2", "W5", "W5", "4", undefined, undefined, undefined],
  );
});

test("bold, links and hits are pieces of a text", () => {
  const cut = pieces("**Goal.** Rows (§21, §9).", "row", new Set(["21"]));
  expect(cut.filter(({ strong }) => strong).map(({ text }) => text)).toEqual(["Goal."]);
  expect(cut.filter(({ rule }) => rule).map(({ text, rule }) => [text, rule])).toEqual([
    ["§21", "21"],
  ]);
  expect(cut.filter(({ hit }) => hit).map(({ text }) => text)).toEqual(["Row"]);
  expect(cut.map(({ text }) => text).join("")).toBe("Goal. Rows (§21, §9).");
});
