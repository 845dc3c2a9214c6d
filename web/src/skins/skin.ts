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

/** The materials by look; the first row that matches counts. */
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
  /** The colour of drawings on such a tint, where it is not light. */
  inks?: Record<string, string>;
  spaces: Drawings<SpaceProps & Record<string, unknown>>;
  pieces: Drawings<PieceProps & Record<string, unknown>>;
  crests: Drawings<PieceProps & Record<string, unknown>>;
  /** How the lines of decor are drawn, by look; unnamed looks are thin. */
  lines?: Record<string, { stroke: string; width: string; dash?: string; cap?: "round" }>;
  /** Its many spaces touch: their marks lie inside, and the board takes all the room it can. */
  dense?: boolean;
  /** Public information about a side is at its tray; beside the board the side is only named. */
  brief?: boolean;
  /** The content of a hovered space is shown large in a corner of the board. */
  lens?: boolean;
  /** Gradients and patterns that the drawings refer to, once a page. */
  Defs?: Component;
  /** Below all spaces: the land of a map, in the units of the scene. */
  Ground?: Component<{ scene: Scene }>;
  /** The box around the whole drawing, where the ground is larger than the spaces. */
  bounds?: (spaces: readonly Space[]) => Box;
  /** The materials of its things; a thing without one makes no sound. */
  materials?: Materials;
  /** Where pieces lie on a space, where not in the usual spots. */
  lay?: (space: Space, drawn: readonly { piece: Piece; n: number }[]) => Spot[] | undefined;
}
