import type { Materials } from "../skin";

/** The material of each piece, which determines its sound. */
export const materials: Materials = [
  [/^(general|troop|marker|flag)-|^group$/, "wood"],
  [/^(card|order)-/, "paper"],
];
