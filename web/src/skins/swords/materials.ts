import type { Materials } from "../skin";

/** The material of each piece, which determines its sound. */
export const materials: Materials = [
  [/^gold$/, "coin"],
  [/^(army|keep|castle)-/, "wood"],
  [/^(card|seen|tile|terrain)-|^(sealed|promise|discarded)$/, "paper"],
];
