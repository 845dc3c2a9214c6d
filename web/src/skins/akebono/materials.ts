import type { Materials } from "../skin";

/** The material of each piece, which determines its sound. */
export const materials: Materials = [
  [/^(red|white)-die-/, "dice"],
  [/^(red|white)-valor-/, "coin"],
  [/^(red|white)-/, "wood"],
];
