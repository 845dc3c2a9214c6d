import type { Materials } from "../skin";

/** What things are made of, for the ear. */
export const materials: Materials = [
  // Dice are set down as pieces; only the white one is thrown as a die.
  [/^white-[1-6]$/, "dice"],
  [/^(red|black|white)-/, "wood"],
  [/^(clan|coin)-/, "paper"],
];
