import type { Materials } from "../skin";

/** The material of each piece, which determines its sound. */
export const materials: Materials = [
  // Dice are placed like pieces; only the white one is rolled.
  [/^white-[1-6]$/, "dice"],
  [/^(red|black|white)-/, "wood"],
  [/^(clan|coin)-/, "paper"],
];
