import type { Materials } from "../skin";

/** The material of each piece, which determines its sound. */
export const materials: Materials = [[/./, "wood"]];
