import { expect, test } from "vitest";
import { skin } from "../../src/skins/swords";
import { defenceOf } from "../../src/skins/swords/looks";

test("land shows the printed number unless its look has another one", () => {
  expect(["clear", "covered", "treacherous"].map((one) => defenceOf(one))).toEqual([
    "",
    "+3",
    "−5",
  ]);
  expect(["4", "n12", "0"].map((own) => defenceOf("covered", own))).toEqual(["+4", "−12", ""]);
  expect(defenceOf("clear", "n1")).toBe("−1");
});

test("land, tiles and castles are known with numbers of their own", () => {
  const spaces = ["terrain-covered", "terrain-covered-n4", "terrain-clear-12", "castle-keep-n"];
  expect(spaces.filter((look) => !skin.spaces.knows(look))).toEqual([]);
  const pieces = ["tile-covered", "tile-treacherous-0", "tile-back", "keep-n", "fortress-n"];
  expect(pieces.filter((look) => !skin.pieces.knows(look))).toEqual([]);
  expect(["terrain-covered-x", "terrain-covered-"].filter(skin.spaces.knows)).toEqual([]);
  expect(skin.pieces.knows("tile-back-3")).toBe(false);
});
