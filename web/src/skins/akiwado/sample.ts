import { pieces, space, type Sample } from "../sample";

/** Both markets with goods, and coins between them. */
export const sample: Sample = {
  spaces: [
    space("west", "west", [0, 0], [4.4, 3], { fan: "grid" }),
    space("pocket", "pocket", [3.5, 0], [2.3, 3], { fan: "grid" }),
    space("east", "east", [7, 0], [4.4, 3], { fan: "grid" }),
  ],
  pieces: [
    ...pieces("west", [["goods-red", "4"], ["goods-blue", "5"], ["goods-order"]]),
    ...pieces("pocket", [["coins", "4"]]),
    ...pieces("east", [
      ["goods-yellow", "3"],
      ["goods-black", "6"],
      ["goods-back", "9"],
    ]),
  ],
};
