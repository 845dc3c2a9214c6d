import type { Materials } from "../skin";

/** What things are made of, for the ear. */
export const materials: Materials = [
  [/^(general|troop|marker|flag)-|^group$/, "wood"],
  [/^(card|order)-/, "paper"],
];
