import { expect, test } from "vitest";
import { skin } from "../../src/skins/swords";
import { flatOf } from "../../src/skins/swords/letters";
import { CARDS, defenceOf } from "../../src/skins/swords/looks";

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

test("a plain card says in words when its bonus counts", () => {
  expect(flatOf("card-yari_cavalry", "")?.foot).toEqual(["Open +3", "野戦+3"]);
  expect(flatOf("card-yari_cavalry", "4+5")?.foot).toEqual(["Open +5", "野戦+5"]);
  const feet = Object.keys(CARDS).map((name) => flatOf(`card-${name}`, "")?.foot);
  expect(
    new Set(feet.filter((foot) => foot !== undefined).map((foot) => foot[1]!.slice(0, 2))),
  ).toEqual(new Set(["守備", "攻撃", "攻城", "野戦"]));
});
