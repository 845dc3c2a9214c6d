/** How the six clans, the kinds of cards and the traits of castles are drawn. */

export interface Clan {
  /** Its crest in Crest.svelte. */
  crest: string;
  /** The colours of its cloth, the edge and the crest. Clans differ in lightness as well as hue. */
  cloth: string;
  edge: string;
  ink: string;
}

export const CLANS: readonly Clan[] = [
  { crest: "diamonds", cloth: "#a3263a", edge: "#560f1c", ink: "#fdf0e0" },
  { crest: "leaves", cloth: "#2b5b94", edge: "#12294a", ink: "#f4f7fb" },
  { crest: "stars", cloth: "#8db255", edge: "#40591c", ink: "#1e2a0b" },
  { crest: "cross", cloth: "#f0c33c", edge: "#7d5c09", ink: "#332502" },
  { crest: "bars", cloth: "#c39ad6", edge: "#5d3672", ink: "#2a1236" },
  { crest: "scales", cloth: "#3a3733", edge: "#0f0e0c", ink: "#f5ead6" },
];

export const COLOURS = ["red", "blue", "green", "yellow", "purple", "black"] as const;

/** A card's look: `parts` are a troop's arms and armour, or the emblem of any other card. */
export interface CardLook {
  force: number;
  sort: "peasant" | "soldier" | "monk" | "samurai" | "battle" | "event";
  /** When its own bonus counts, and how much it is. */
  when?: "defending" | "attacking" | "siege" | "open";
  bonus?: number;
  parts: string[];
}

export const CARDS: Record<string, CardLook> = {
  yari_ashigaru: {
    force: 3,
    sort: "peasant",
    when: "defending",
    bonus: 1,
    parts: ["spear", "straw"],
  },
  bushi_naginata: {
    force: 4,
    sort: "soldier",
    when: "defending",
    bonus: 1,
    parts: ["glaive", "iron"],
  },
  warrior_monks: { force: 5, sort: "monk", parts: ["beads", "hood"] },
  ashigaru_arquebusiers: {
    force: 5,
    sort: "peasant",
    when: "siege",
    bonus: 2,
    parts: ["gun", "straw"],
  },
  bushi_musketeers: { force: 6, sort: "soldier", when: "siege", bonus: 2, parts: ["gun", "iron"] },
  yari_samurai: {
    force: 6,
    sort: "samurai",
    when: "defending",
    bonus: 1,
    parts: ["spear", "horns"],
  },
  no_dachi_swordsmen: {
    force: 7,
    sort: "samurai",
    when: "attacking",
    bonus: 1,
    parts: ["sword", "horns"],
  },
  cavalry_archers: { force: 6, sort: "samurai", when: "open", bonus: 1, parts: ["bow", "horse"] },
  yari_cavalry: { force: 4, sort: "samurai", when: "open", bonus: 3, parts: ["spear", "horse"] },
  samurai_archers: { force: 7, sort: "samurai", when: "siege", bonus: 1, parts: ["bow", "horns"] },
  heavy_cavalry: { force: 8, sort: "samurai", when: "open", bonus: 2, parts: ["sword", "horse"] },
  superior_tactics: { force: 7, sort: "battle", parts: ["warfan"] },
  treachery: { force: 10, sort: "battle", parts: ["dagger"] },
  prosperity: { force: 0, sort: "event", parts: ["bales"] },
  much_honor: { force: 0, sort: "event", parts: ["sun"] },
  diplomacy: { force: 0, sort: "event", parts: ["scroll"] },
  shinobi_spies: { force: 0, sort: "event", parts: ["eye"] },
  forced_march: { force: 0, sort: "event", parts: ["sandals"] },
  intrigue: { force: 0, sort: "event", parts: ["masks"] },
  ninja: { force: 0, sort: "event", parts: ["shuriken"] },
};

export type Effect = "gold" | "honor" | "war" | "ninja";

/** What each trait helps with, by the two dice that give it. */
export const TRAITS: Record<string, Effect> = {
  "11": "honor",
  "12": "gold",
  "13": "gold",
  "14": "gold",
  "15": "gold",
  "16": "gold",
  "21": "honor",
  "22": "honor",
  "23": "honor",
  "24": "war",
  "25": "war",
  "26": "war",
  "31": "war",
  "32": "war",
  "33": "war",
  "34": "ninja",
  "35": "war",
  "36": "war",
  "41": "war",
  "42": "war",
  "43": "war",
  "44": "war",
  "45": "war",
  "46": "gold",
  "51": "gold",
  "52": "gold",
  "53": "gold",
  "54": "gold",
  "55": "gold",
  "56": "gold",
  "61": "war",
  "62": "war",
  "63": "gold",
  "64": "gold",
  "65": "honor",
  "66": "honor",
};

/** What terrain adds to the defender's force, as printed. */
const DEFENCE: Record<string, string> = { covered: "+3", treacherous: "−5" };

/** The same as text; `own` is another number than the printed one, as looks write it: "4", "n4" below 0. */
export function defenceOf(terrain: string, own?: string): string {
  if (own === undefined) return DEFENCE[terrain] ?? "";
  if (own === "0") return "";
  return own.startsWith("n") ? `−${own.slice(1)}` : `+${own}`;
}
