import { expect, test } from "vitest";
import type { GameInfo } from "../../../src/api/protocol";
import { presetLines, presetOf } from "../../../src/tables/setup/options";

const game = {
  presets: [
    { key: "long", options: { seats: "2" } },
    { key: "short", options: { seats: "2", rounds: "3" } },
  ],
  words: {
    "preset.long": { en: "Long" },
    "preset.long.about": { en: "A whole war" },
    "preset.short": { en: "Short" },
  },
} as unknown as GameInfo;

test("a preset has its name, and a description if the game has one", () => {
  expect(presetLines(game, "long")).toEqual([
    { part: "name", text: "Long" },
    { part: "about", text: "A whole war" },
  ]);
  expect(presetLines(game, "short")).toEqual([{ part: "name", text: "Short" }]);
});

test("a preset without words is named by its key", () => {
  expect(presetLines(game, "other")).toEqual([{ part: "name", text: "other" }]);
});

test("options belong to the preset that says most about them", () => {
  expect(presetOf(game, { seats: "2", rounds: "3" })).toBe("short");
  expect(presetOf(game, { seats: "2", rounds: "4" })).toBe("long");
  expect(presetOf(game, { seats: "3", rounds: "3" })).toBeUndefined();
});
