import { pieces, space, type Sample } from "../sample";

const SIZE: [number, number] = [1.732, 2];
const hex = (id: string, look: string, x: number, y: number) =>
  space(id, look, [x * 0.866, y * 1.5], SIZE, { shape: "hex", text: id });

/** A road between two camps. */
export const sample: Sample = {
  spaces: [
    hex("A1", "terrain-4", 0, 0),
    hex("A2", "terrain-3", 2, 0),
    hex("A3", "terrain-1-03", 4, 0),
    hex("A4", "terrain-6", 6, 0),
    hex("A5", "terrain-5", 8, 0),
    hex("B1", "terrain-2", 1, 1),
    hex("B2", "terrain-1-03", 3, 1),
    hex("B3", "terrain-2", 5, 1),
    hex("B4", "terrain-3", 7, 1),
  ],
  pieces: [
    ...pieces("A2", [["red-daimyo", "4"]]),
    ...pieces("B1", [["red-ashigaru", "2"]]),
    ...pieces("B3", [["white-samurai", "5"]]),
    ...pieces("A5", [["white-tairo"]]),
  ],
};
