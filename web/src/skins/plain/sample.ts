import { pieces, space, type Sample } from "../sample";

const card = (id: string, x: number) => space(id, id, [x, 0], [1.2, 1]);

/** Three spaces with two pieces. */
export const sample: Sample = {
  spaces: [card("1", 0), card("2", 1.3), card("3", 2.6)],
  pieces: [...pieces("1", [["A"]]), ...pieces("3", [["B"]])],
};
