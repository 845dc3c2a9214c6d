import "./boards.css";
import type { Skin } from "../skin";
import Crest from "./Crest.svelte";
import Defs from "./Defs.svelte";
import { materials } from "./materials";
import Hex from "./Hex.svelte";
import Piece from "./pieces/Piece.svelte";

const HEX = /^terrain-[1-6](-[0-5]*)?$/;
const PIECE =
  /^(red|white)-((tairo|daimyo|samurai|ashigaru|teppo_tai|ninja)(-used|-threatened)?|valor-\d+|die-[1-6])$/;
const CREST = /^(sun|moon)$/;

/** Terrain, lacquered pieces in two shapes, dice and medals. */
export const skin: Skin = {
  key: "akebono",
  share: 0.76,
  tints: { red: "var(--crimson)", white: "#4d4a44" },
  spaces: { knows: (look) => HEX.test(look), Drawing: Hex },
  pieces: { knows: (look) => PIECE.test(look), Drawing: Piece },
  crests: { knows: (look) => CREST.test(look), Drawing: Crest },
  lines: {
    midline: { stroke: "var(--indigo)", width: "3px", dash: "4 7" },
    sight: { stroke: "var(--indigo)", width: "1.5px", dash: "4 5" },
    aim: { stroke: "var(--indigo)", width: "3px" },
  },
  Defs,
  materials,
};
