import "./boards.css";
import type { Skin } from "../skin";
import Crest from "./Crest.svelte";
import Defs from "./Defs.svelte";
import { materials } from "./materials";
import Piece from "./pieces/Piece.svelte";
import Space from "./map/Space.svelte";
import { CARDS, CLANS, COLOURS } from "./looks";

const cards = Object.keys(CARDS).join("|");
const terrain = "clear|difficult|covered|treacherous|impassable|keep|fortress|empty";
const SPACE = new RegExp(
  `^(terrain-(${terrain})(-n?\\d+)?|castle-(keep|fortress)-[0-5n](-[\\d.]*)?|deck|discard|breakdown|camp-(attacker|defender)-[0-5])$`,
);
const PIECE = new RegExp(
  `^(army-[0-5](-(in|moved|attacked))*|(card|seen)-(${cards})|card-back|discarded|tile-(back|(${terrain})(-n?\\d+)?)|` +
    `(keep|fortress)-[0-5n](-[\\d.]*)?|seal-[1-6]{2}|honor(-turn)?|gold|books|fallen|promise|sealed|force-(cards|traits|fixed|experience|terrain|sum|won|lost))$`,
);
const CREST = new RegExp(`^(${CLANS.map(({ crest }) => crest).join("|")})$`);

/** A map of provinces, castles with the seals of their traits, banners, and battle cards. */
export const skin: Skin = {
  key: "swords",
  share: 0.84,
  dense: true,
  brief: true,
  tints: Object.fromEntries(COLOURS.map((name, n) => [name, CLANS[n]!.cloth])),
  inks: Object.fromEntries(COLOURS.map((name, n) => [name, CLANS[n]!.ink])),
  spaces: { knows: (look) => SPACE.test(look), Drawing: Space },
  pieces: { knows: (look) => PIECE.test(look), Drawing: Piece },
  crests: { knows: (look) => CREST.test(look), Drawing: Crest },
  lines: {
    reach: { stroke: "var(--indigo)", width: "7px", cap: "round" },
    threat: { stroke: "var(--crimson)", width: "3px", dash: "7 4" },
    danger: { stroke: "rgb(28 23 18 / 0.6)", width: "1.6px", cap: "round" },
    comes: { stroke: "var(--crimson)", width: "3px", dash: "3 6", cap: "round" },
    strike: { stroke: "var(--crimson)", width: "5px", cap: "round" },
  },
  Defs,
  materials,
};
