import type { Materials } from "../skin";

/** What things are made of, for the ear. */
export const materials: Materials = [
  [/^(red|white)-die-/, "dice"],
  [/^(red|white)-valor-/, "coin"],
  [/^(red|white)-/, "wood"],
];
