import { expect, test } from "vitest";
import type { GameInfo } from "../../src/api/protocol";
import { presetLines } from "../../src/setup/options";

const game = {
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
