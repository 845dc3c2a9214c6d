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

/** When a bonus counts, and how much it is. */
type Bonus = [when: NonNullable<CardLook["when"]>, bonus: number];

const card = (
  force: number,
  sort: CardLook["sort"],
  parts: string[],
  ...[when, bonus]: Bonus | []
): CardLook => ({ force, sort, parts, ...(when && { when, bonus }) });

export const CARDS: Record<string, CardLook> = {
  yari_ashigaru: card(3, "peasant", ["spear", "straw"], "defending", 1),
  bushi_naginata: card(4, "soldier", ["glaive", "iron"], "defending", 1),
  warrior_monks: card(5, "monk", ["beads", "hood"]),
  ashigaru_arquebusiers: card(5, "peasant", ["gun", "straw"], "siege", 2),
  bushi_musketeers: card(6, "soldier", ["gun", "iron"], "siege", 2),
  yari_samurai: card(6, "samurai", ["spear", "horns"], "defending", 1),
  no_dachi_swordsmen: card(7, "samurai", ["sword", "horns"], "attacking", 1),
  cavalry_archers: card(6, "samurai", ["bow", "horse"], "open", 1),
  yari_cavalry: card(4, "samurai", ["spear", "horse"], "open", 3),
  samurai_archers: card(7, "samurai", ["bow", "horns"], "siege", 1),
  heavy_cavalry: card(8, "samurai", ["sword", "horse"], "open", 2),
  superior_tactics: card(7, "battle", ["warfan"]),
  treachery: card(10, "battle", ["dagger"]),
  prosperity: card(0, "event", ["bales"]),
  much_honor: card(0, "event", ["sun"]),
  diplomacy: card(0, "event", ["scroll"]),
  shinobi_spies: card(0, "event", ["eye"]),
  forced_march: card(0, "event", ["sandals"]),
  intrigue: card(0, "event", ["masks"]),
  ninja: card(0, "event", ["shuriken"]),
};

export type Effect = "gold" | "honor" | "war" | "ninja";

const USES: Record<Effect, string> = {
  gold: "12 13 14 15 16 46 51 52 53 54 55 56 63 64",
  honor: "11 21 22 23 65 66",
  war: "24 25 26 31 32 33 35 36 41 42 43 44 45 61 62",
  ninja: "34",
};

/** What each trait helps with, by the two dice that give it. */
export const TRAITS: Record<string, Effect> = Object.fromEntries(
  (Object.keys(USES) as Effect[]).flatMap((use) => USES[use].split(" ").map((dice) => [dice, use])),
);

/** What terrain adds to the defender's force, as printed. */
const DEFENCE: Record<string, string> = { covered: "+3", treacherous: "−5" };

/** The same as text; `own` is another number than the printed one, as looks write it: "4", "n4" below 0. */
export function defenceOf(terrain: string, own?: string): string {
  if (own === undefined) return DEFENCE[terrain] ?? "";
  if (own === "0") return "";
  return own.startsWith("n") ? `−${own.slice(1)}` : `+${own}`;
}
