/** Plainly drawn pieces: only a flat shape, a letter and a number. */

/** The shapes, in a box of 100 × 100 around the centre. */
export const SHAPES = {
  square: "M-44 -44H44V44H-44Z",
  round: "M0 -46A46 46 0 1 1 0 46A46 46 0 1 1 0 -46Z",
  wedge: "M0 -48L34 -36L45 46H-45L-34 -36Z",
  eight: "M-21 -46H21L46 -21V21L21 46H-21L-46 21V-21Z",
  card: "M-35 -47H35V45H-35Z",
  banner: "M-40 -46H40V46L0 30L-40 46Z",
} as const;

export interface Flat {
  shape: keyof typeof SHAPES;
  fill: string;
  ink: string;
  /** One or two letters, and their Japanese counterpart. */
  letter: string;
  kanji?: string | undefined;
  /** A number in the corner. */
  note?: string | undefined;
  /** What is written along the bottom: numbers, or words with their Japanese counterpart. */
  foot?: string | Letter | undefined;
  /** A sign in the corner: a warning, a rank, or a mark that the piece has acted. */
  sign?: string | undefined;
  /** True if the piece has acted or no longer counts. */
  spent?: boolean;
}

/** A letter and its kanji. */
export type Letter = readonly [letter: string, kanji: string];

export const LIGHT = "#fffdf6";
export const DARK = "#1b1815";
