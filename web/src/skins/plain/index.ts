import type { Skin } from "../skin";
import Crest from "./Crest.svelte";
import { materials } from "./materials";
import Piece from "./Piece.svelte";
import Space from "./Space.svelte";

const anything = (): boolean => true;

/** Plain labelled shapes for looks without a drawing. */
export const plain: Skin = {
  key: "plain",
  share: 0.5,
  tints: {},
  spaces: { knows: anything, Drawing: Space },
  pieces: { knows: anything, Drawing: Piece },
  crests: { knows: anything, Drawing: Crest },
  materials,
};
