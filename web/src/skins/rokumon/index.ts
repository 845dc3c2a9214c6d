import "./boards.css";
import type { Skin } from "../skin";
import Card from "./pieces/Card.svelte";
import Crest from "./Crest.svelte";
import Defs from "./Defs.svelte";
import { materials } from "./materials";
import Piece from "./pieces/Piece.svelte";

const CARD = /^(coin-(green|gold|fort|unknown)(-\d)?|ghost)$/;
const PIECE =
  /^((red|black|white)-(plain|[1-6])|clan-(red|black)(-used)?|coin-(green|gold|fort)(-\d)?)$/;
const CREST = /^(rokumonsen|aoi)$/;

/** Coin cards, dice and crests. */
export const skin: Skin = {
  key: "rokumon",
  share: 0.58,
  tints: { red: "var(--crimson)", black: "#2a2724" },
  spaces: { knows: (look) => CARD.test(look), Drawing: Card },
  pieces: { knows: (look) => PIECE.test(look), Drawing: Piece },
  crests: { knows: (look) => CREST.test(look), Drawing: Crest },
  Defs,
  materials,
};
