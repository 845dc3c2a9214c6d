import type { Materials } from "../skin";

/** What things are made of, for the ear. */
export const materials: Materials = [
  [/^die-/, "dice"],
  [/^(coins|income|purse)/, "coin"],
  [/^(goods|order|sealed|own|bid)/, "paper"],
  [/^(marker|privilege|tile|challenge)/, "wood"],
];
