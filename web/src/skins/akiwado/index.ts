import "./boards.css";
import type { Skin } from "../skin";
import Crest from "./Crest.svelte";
import Defs from "./Defs.svelte";
import { lay } from "./lay";
import { materials } from "./materials";
import Piece from "./pieces/Piece.svelte";
import Place from "./Place.svelte";
import { dye } from "./colours";

const COLOURS = ["white", "yellow", "red", "blue", "black"];
const PLACE = /^(east|west|pocket|dice|stock|deck|waste|markers)$/;
const colour = `(${COLOURS.join("|")})`;
const PIECE = new RegExp(
  `^(goods-(${COLOURS.join("|")}|order|back)|order-${colour}|coins|income|die-[1-6]|purse(-closed)?|sealed|` +
    `own-(accept|challenge|east|west|pocket)|bid-(east|west|pocket)(-lie)?|tile-(un)?grateful|turn|challenge|` +
    `(marker|privilege)-(${COLOURS.join("|")}|plain))$`,
);
const CREST = /^(crane|bamboo|plum|wave|crow)$/;

/** Cards of goods, sealed papers, coins, and the curtains of two markets. */
export const skin: Skin = {
  key: "akiwado",
  share: 0.5,
  tints: Object.fromEntries([...COLOURS, "plain"].map((name) => [name, dye(name).ground])),
  inks: Object.fromEntries([...COLOURS, "plain"].map((name) => [name, dye(name).ink])),
  spaces: { knows: (look) => PLACE.test(look), Drawing: Place },
  pieces: { knows: (look) => PIECE.test(look), Drawing: Piece },
  crests: { knows: (look) => CREST.test(look), Drawing: Crest },
  Defs,
  lay,
  materials,
};
