import { expect, test } from "vitest";
import { bold, speak } from "../../src/lib/say";

const words = {
  move: { en: "{who} moves {n}", ja: "{who}が{n}を動かす" },
  red: { en: "Red", ja: "赤" },
};

test("holes are filled with numbers, texts and other sentences, in each language", () => {
  const say = { k: "move", p: { who: { k: "red" }, n: 3 } };
  expect(speak(words, say, "en")).toBe("Red moves 3");
  expect(speak(words, say, "ja")).toBe("赤が3を動かす");
});

test("a key without a template shows itself", () => {
  expect(speak(words, { k: "unheard" }, "en")).toBe("unheard");
});

test("bold parts of a text are cut out", () => {
  expect(bold("On a turn **one** action")).toEqual([
    { text: "On a turn ", strong: false },
    { text: "one", strong: true },
    { text: " action", strong: false },
  ]);
});
