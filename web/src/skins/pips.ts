import { spots, type Spot } from "./shapes/spots";

const PIPS: Record<string, string> = {
  "1": "0 0",
  "2": "-18 -18, 18 18",
  "3": "-21 -21, 0 0, 21 21",
  "4": "-19 -19, 19 -19, -19 19, 19 19",
  "5": "-21 -21, 21 -21, 0 0, -21 21, 21 21",
  "6": "-19 -23, -19 0, -19 23, 19 -23, 19 0, 19 23",
};

/** The positions of the pips on a die's face, in a box of 100 × 100 around the centre. */
export const pips = (face: string): Spot[] => spots(PIPS[face] ?? "");
