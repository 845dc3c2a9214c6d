import "./boards.css";
import type { Skin } from "../skin";
import Crest from "./Crest.svelte";
import Defs from "./Defs.svelte";
import { materials } from "./materials";
import Ground from "./map/Ground.svelte";
import { lay } from "./map/lay";
import { CARDS, SIDES } from "./looks";
import Piece from "./pieces/Piece.svelte";
import { bounds } from "./map/sheet";
import Space from "./map/Space.svelte";

const side = Object.keys(SIDES).join("|");
const card = Object.keys(CARDS).join("|");
const SPACE = /^((plain|hill|mountain)(-|$)|track-(start|empty|box)$|turn(-gone)?$)/;
const PIECE = new RegExp(
  `^((general|troop)-(${side})-\\w+(-taisho)?(-used)?|flag-(${side})-\\w+|card-(${card})(-down)?|card-back-(${side})|slot-(plain|${card})-(open|now|done)|marker-(turn|track)|terrain-(plain|hill|mountain|palisade|honjin)|order-(lurk|let)|group)$`,
);
const CREST = /^(kiri|kikyo|karigane)$/;

/** A map of ridges and plains under stacks of counters, with order cards and tracks. */
export const skin: Skin = {
  key: "summits",
  share: 0.78,
  dense: true,
  lens: true,
  tints: { hideyoshi: "#d9b44a", anti: "#3d4a80" },
  inks: { hideyoshi: "#2c2106", anti: "#f2efe2" },
  spaces: { knows: (look) => SPACE.test(look), Drawing: Space },
  pieces: { knows: (look) => PIECE.test(look), Drawing: Piece },
  crests: { knows: (look) => CREST.test(look), Drawing: Crest },
  lines: {
    link: { stroke: "none", width: "0" },
    road: { stroke: "none", width: "0" },
    barred: { stroke: "none", width: "0" },
    shot: { stroke: "var(--crimson)", width: "4px", cap: "round" },
  },
  Defs,
  Ground,
  bounds,
  lay,
  materials,
};
