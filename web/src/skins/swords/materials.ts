import type { Materials } from "../skin";

/** What things are made of, for the ear. */
export const materials: Materials = [
  [/^gold$/, "coin"],
  [/^(army|keep|castle)-/, "wood"],
  [/^(card|seen|tile|terrain)-|^(sealed|promise|discarded)$/, "paper"],
];
