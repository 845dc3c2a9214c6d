import { pieces, space, type Sample } from "../sample";

const field = (look: string, x: number, y: number) =>
  space(`${x}${y}`, look, [x, y], [1, 1], { text: `${"bcdefg"[x]}${y + 2}` });

/** Some provinces, a castle, and armies on the march. */
export const sample: Sample = {
  spaces: [
    field("terrain-covered", 0, 0),
    field("terrain-clear", 1, 0),
    field("castle-fortress-0-11.61", 2, 0),
    field("terrain-difficult", 3, 0),
    field("terrain-impassable", 4, 0),
    field("terrain-clear", 0, 1),
    field("terrain-treacherous", 1, 1),
    field("terrain-clear", 2, 1),
    field("terrain-covered", 3, 1),
    field("terrain-clear", 4, 1),
  ],
  pieces: [
    ...pieces("21", [["army-0", "2"]]),
    ...pieces("10", [["army-1"]]),
    ...pieces("41", [["army-3"]]),
    ...pieces("01", [["card-yari_samurai"]]),
  ],
};
