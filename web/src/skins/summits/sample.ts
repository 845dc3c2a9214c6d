import { pieces, space, type Sample } from "../sample";
import { spots } from "../shapes/spots";

const area = (id: string, look: string, x: number, outline: string) =>
  space(id, look, [x, 0], [5.4, 4.4], {
    shape: "poly",
    fan: "grid",
    points: spots(outline).map(([x, y]) => [x, y]),
  });

/** Three areas, with units of both sides. */
export const sample: Sample = {
  spaces: [
    area("plain", "plain", 0, "-2.7 -2.1, 2.3 -2.2, 2.7 0.2, 2.2 2.2, -2.6 2.1"),
    area("mountain", "mountain", 5, "-2.7 -2.2, 2.4 -2, 2.7 0, 2.3 2.1, -2.8 2.2, -2.3 0.2"),
    area("hill", "hill", 10, "-2.6 -2, 2.5 -2.2, 2.7 2, -2.7 2.1, -2.3 0"),
  ],
  pieces: [
    ...pieces("plain", [
      ["general-hideyoshi-hashiba", "羽柴秀長 Hidenaga 1-6-7"],
      ["troop-hideyoshi-hashiba", "羽柴 6 5"],
    ]),
    ...pieces("hill", [
      ["general-anti-akechi-taisho", "明智光秀 Akechi 2-6-8"],
      ["troop-anti-akechi", "明智 8 6"],
    ]),
  ],
};
