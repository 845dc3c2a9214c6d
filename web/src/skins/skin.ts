/** A skin: how the looks of a game are drawn. It contains no rules and no state. */
import type { Component } from "svelte";
import type { Box, Spot } from "../lib/layout";
import type { Piece, Scene, Space } from "../api/protocol";

/** A space's drawing fills a box of `w` × `h` around the centre, whose shorter edge is 100. */
export interface SpaceProps {
  look: string;
  w: number;
  h: number;
  points: string;
  /** A short caption, such as the name of the place. */
  text?: string | undefined;
}

/** The drawing of a piece or a crest fills a box of 100 × 100 around the centre. */
export interface PieceProps {
  look: string;
  text?: string;
}

/** The material of a thing, which determines its sound. */
export type Material = "wood" | "paper" | "coin" | "dice";

/** Materials by look; the first matching row applies. */
export type Materials = readonly (readonly [looks: RegExp, material: Material])[];

/** Drawings of one kind: the looks they cover, and the component that draws them. */
export interface Drawings<Props extends Record<string, unknown>> {
  knows(look: string): boolean;
  Drawing: Component<Props>;
}

export interface Skin {
  key: string;
  /** The edge of a lone piece as a share of the shorter edge of its space. */
  share: number;
  /** CSS colours for the colours that sides name. */
  tints: Record<string, string>;
  /** The ink for drawings on these tints, where it is not light. */
  inks?: Record<string, string>;
  spaces: Drawings<SpaceProps & Record<string, unknown>>;
  pieces: Drawings<PieceProps & Record<string, unknown>>;
  crests: Drawings<PieceProps & Record<string, unknown>>;
  /** How the lines of decor are drawn, by look; unnamed looks are thin. */
  lines?: Record<string, { stroke: string; width: string; dash?: string; cap?: "round" }>;
  /** Set if many spaces touch: marks are drawn inside them, and the board takes all available room. */
  dense?: boolean;
  /** Public information about a side is shown at its tray; next to the board, only its name. */
  brief?: boolean;
  /** The content of a hovered space is shown large in a corner of the board. */
  lens?: boolean;
  /** Gradients and patterns that the drawings refer to, defined once per page. */
  Defs?: Component;
  /** Drawn below all spaces, in scene units: the land of a map. */
  Ground?: Component<{ scene: Scene }>;
  /** The bounding box of the whole drawing, if the ground extends beyond the spaces. */
  bounds?: (spaces: readonly Space[]) => Box;
  /** The materials of pieces; a piece without one makes no sound. */
  materials?: Materials;
  /** The spots of pieces on a space; undefined for the default spots. */
  lay?: (space: Space, drawn: readonly { piece: Piece; n: number }[]) => Spot[] | undefined;
}
