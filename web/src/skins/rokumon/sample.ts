import { pieces, space, type Sample } from "../sample";

const card = (id: string, look: string, x: number) => space(id, look, [x, 0], [1.44, 1]);

/** Three cards with dice. */
export const sample: Sample = {
  spaces: [card("a", "coin-gold", 0), card("b", "coin-green", 1.5), card("c", "coin-fort", 3)],
  pieces: [
    ...pieces("a", [["red-5"]]),
    ...pieces("b", [["black-3"], ["red-6"]]),
    ...pieces("c", [["white-1"]]),
  ],
};
