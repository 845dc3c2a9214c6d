import { beforeEach, expect, test } from "vitest";
import type { GameInfo, PresetInfo } from "../../../src/api/protocol";
import { settings } from "../../../src/state/settings.svelte";
import { levelName, rowsOf, sentences, shareText, startOf } from "../../../src/tables/setup/starts";

const preset = (more: Partial<PresetInfo>): PresetInfo => ({
  key: "two",
  options: {},
  seats: 2,
  bots: [],
  sides: [{ k: "side.0" }, { k: "side.1" }],
  ...more,
});
const game = {
  options: [
    { key: "seats", default: "2" },
    { key: "trade", default: true },
    { key: "ships", default: "1", when: ["seats", ["3"]] },
  ],
  presets: [preset({}), preset({ key: "three", options: { seats: "3" }, seats: 3 })],
  words: { "side.0": { en: "Akechi", ja: "明智" }, "side.1": { en: "Hideyoshi", ja: "秀吉" } },
} as unknown as GameInfo;
const samurai = { level: "samurai", games: 400, day: "2026-11-30" };

beforeEach(() => settings.set({ lang: "en" }));

test("the sentence names the side that wins most, by the best figure", () => {
  const figures: PresetInfo["figures"] = [
    { ...samurai, seats: [[80, 76, 84], [20, 16, 24]] },
    { ...samurai, level: "daimyo", seats: [[48, 43, 53], [52, 47, 57]] },
  ]; // prettier-ignore
  const said = preset({ figures });
  expect(sentences(game, said)).toEqual(["Hideyoshi wins 52% between Daimyo (47–57)"]);
  settings.set({ lang: "ja" });
  expect(sentences(game, said)).toEqual(["大名どうしでは秀吉の勝率52％（47〜57）"]);
  expect(levelName("samurai")).toBe("侍");
});

test("a place in turn order is named if it wins more than any seat", () => {
  const figures: PresetInfo["figures"] = [
    { ...samurai, seats: [[52, 47, 57], [48, 43, 53]], order: [[56, 51, 61], [44, 39, 49]] },
  ]; // prettier-ignore
  const said = preset({ figures });
  expect(sentences(game, said)).toEqual(["First player wins 56% between Samurai (51–61)"]);
  expect(rowsOf(game, said).map(({ name }) => name)).toEqual([
    "Akechi", "Hideyoshi", "First player", "Second player",
  ]); // prettier-ignore
});

test("of more than two seats the even share is told, and nobody is named within it", () => {
  const three = [[30, 26, 35], [31, 27, 36], [39, 34, 44]]; // prettier-ignore
  const figures = [{ ...samurai, seats: three }] as PresetInfo["figures"];
  const sides = ["side.0", "side.1", "side.0"].map((k) => ({ k }));
  expect(sentences(game, preset({ seats: 3, sides, figures }))).toEqual([
    "Akechi wins 39% between Samurai (34–44); an even share is 33%",
  ]);
  three[2] = [37, 32, 42];
  expect(sentences(game, preset({ seats: 3, sides, figures }))).toEqual([
    "Between Samurai nobody is clearly ahead: each wins 30–37%",
  ]);
});

test("perfect play is told beside the strongest level, with what is not proved", () => {
  const played = { ...samurai, seats: [[47, 42, 52], [53, 48, 58]] }; // prettier-ignore
  const perfect = { level: "perfect", games: 35, day: "2026-11-30" };
  const solved = { ...perfect, seats: [[83, 83, 83], [17, 17, 17]] }; // prettier-ignore
  const proved = { ...perfect, seats: [[93, 91, 94], [7, 6, 9]] }; // prettier-ignore
  const told = (...figures: unknown[]): string[] =>
    sentences(game, preset({ figures: figures as PresetInfo["figures"] }));
  expect(told(played, solved)).toEqual([
    "Hideyoshi wins 53% between Samurai (48–58)",
    "Akechi wins 83% of all deals with perfect play",
  ]);
  expect(told(proved)).toEqual(["Akechi wins 93% of all deals with perfect play (91–94)"]);
  expect(shareText([83, 83, 83])).toBe("83");
});

test("figures hold for exactly the options of a preset", () => {
  const usual = { seats: "2", trade: true, ships: "1" };
  expect(startOf(game, usual)?.key).toBe("two");
  expect(startOf(game, { ...usual, ships: "2" })?.key).toBe("two");
  expect(startOf(game, { ...usual, trade: false })).toBeUndefined();
  expect(startOf(game, { ...usual, seats: "3" })?.key).toBe("three");
  expect(startOf(game, { ...usual, seats: "3", ships: "2" })).toBeUndefined();
});
