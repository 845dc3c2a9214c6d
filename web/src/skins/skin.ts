/** What a skin is: how the looks of a game are drawn. It holds no rule and knows no state. */
import type { Component } from "svelte";
import type { Box, Spot } from "../lib/layout";
import type { Piece, Scene, Space } from "../api/protocol";

/** A space's drawing fills a box of `w` × `h` round the centre, its shorter edge being 100. */
export interface SpaceProps {
  look: string;
  w: number;
  h: number;
  points: string;
  /** A short caption, such as the name of the place. */
  text?: string | undefined;
}

/** A piece's and a crest's drawing fills a box of 100 × 100 round the centre. */
export interface PieceProps {
  look: string;
  text?: string;
}

/** What a thing is made of, as far as it is heard. */
export type Material = "wood" | "paper" | "coin" | "dice";

/** What the things of some looks are made of; the first row that fits counts. */
export type Materials = readonly (readonly [looks: RegExp, material: Material])[];

/** Drawings of one sort: which looks they know, and the component that draws them. */
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
  /** What is drawn on such a tint, where it is not light. */
  inks?: Record<string, string>;
  spaces: Drawings<SpaceProps & Record<string, unknown>>;
  pieces: Drawings<PieceProps & Record<string, unknown>>;
  crests: Drawings<PieceProps & Record<string, unknown>>;
  /** How the lines of decor are drawn, by their look; those not named are thin. */
  lines?: Record<string, { stroke: string; width: string; dash?: string; cap?: "round" }>;
  /** Its many spaces touch: what marks one lies inside it, and the board takes what room it can. */
  dense?: boolean;
  /** What is known of a side stands at its tray: beside the board it is only named. */
  brief?: boolean;
  /** What lies on a space that is looked at is shown large in a corner of the board. */
  lens?: boolean;
  /** Gradients and patterns that the drawings refer to; put on the page once. */
  Defs?: Component;
  /** What lies under all spaces: the land of a map, in the units of the scene. */
  Ground?: Component<{ scene: Scene }>;
  /** The box round all that is drawn, where the ground is larger than the spaces. */
  bounds?: (spaces: readonly Space[]) => Box;
  /** What its things are made of, for the ear; what no row fits makes no sound. */
  materials?: Materials;
  /** Where pieces lie on a space, where it is not the usual spots. */
  lay?: (space: Space, drawn: readonly { piece: Piece; n: number }[]) => Spot[] | undefined;
}
