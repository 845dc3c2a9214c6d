import type { Materials } from "../skin";

/** The material of each piece, which determines its sound. */
export const materials: Materials = [
  [/^die-/, "dice"],
  [/^(coins|income|purse)/, "coin"],
  [/^(goods|order|sealed|own|bid)/, "paper"],
  [/^(marker|privilege|tile|challenge)/, "wood"],
];
