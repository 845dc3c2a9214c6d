import type { Name } from "../names.svelte";

/** The colours of a side. */
export interface Cloth {
  cloth: string;
  deep: string;
  edge: string;
  ink: string;
  plate: string;
  word: string;
}

const cloth = (side: string, ink: string, word: string): Cloth => ({
  cloth: `var(--su-${side})`,
  deep: `var(--su-${side}-deep)`,
  edge: `var(--su-${side}-edge)`,
  plate: `var(--su-${side}-plate)`,
  ink,
  word,
});

export const SIDES: Record<string, Cloth> = {
  hideyoshi: cloth("hideyoshi", "#2c2106", "#33270a"),
  anti: cloth("anti", "#f2efe2", "#161c38"),
};

/** A card's name, the colours of its ground and band, and the strokes and filled parts of its emblem. */
export interface CardLook {
  word: Name;
  ground: string;
  band: string;
  emblem: string;
  solid?: string;
}

export const CARDS: Record<string, CardLook> = {
  combined: {
    word: { kanji: "別動隊", name: "Combined" },
    ground: "#eef0e2",
    band: "#4f6b45",
    emblem:
      "M-22 18C-22 -2 -12 -10 2 -16M22 18C22 2 16 -8 4 -16M-7 -14L4 -17L0 -6M13 -6L4 -17L15 -18",
    solid: "M-29 18h14v10h-14ZM15 18h14v10h-14Z",
  },
  assault: {
    word: { kanji: "突撃", name: "Assault" },
    ground: "#f4e6dc",
    band: "#7d2f2a",
    emblem: "M-24 24L18 -18M-4 26L26 -4M-26 4L4 -26",
    solid: "M28 -28L10 -22L22 -10ZM30 -10L22 -2L28 4ZM10 -30L2 -22L-2 -28Z",
  },
  fire: {
    word: { kanji: "射撃", name: "Fire" },
    ground: "#efe9dc",
    band: "#6a5130",
    emblem: "M-30 12L16 -10M26 -20L32 -26M28 -12L36 -13M20 -24L22 -32",
    solid: "M-32 8L-14 4L14 -14L18 -7L-10 10L-14 20L-26 24Z",
  },
  rally: {
    word: { kanji: "回復", name: "Rally" },
    ground: "#e6eef0",
    band: "#2f6272",
    emblem: "M-16 26V-26M-26 4A27 27 0 0 0 22 18M24 22L24 8L12 14",
    solid: "M-14 -26H20L12 -15L20 -4H-14Z",
  },
  ambush: {
    word: { kanji: "伏兵", name: "Ambush" },
    ground: "#e5eadd",
    band: "#2c4230",
    emblem:
      "M-28 22Q-20 -4 -24 -22M-16 22Q-10 0 -14 -12M18 22Q14 -2 18 -24M28 22Q24 4 28 -8M-4 22Q0 10 2 -2",
    solid: "M-14 4Q0 -18 16 4L10 8H-8ZM-6 10H8V16H-6Z",
  },
  reinforce: {
    word: { kanji: "増援", name: "Reinforce" },
    ground: "#f5ecd0",
    band: "#94701b",
    emblem: "M-18 26V-20M0 26V-26M18 26V-20",
    solid: "M-16 -20H-4V-2H-16ZM2 -26H15V-7H2ZM20 -20H32V-2H20Z",
  },
};

/** The names of an army's action without a card, and of a camp. */
export const GROUP: Name = { kanji: "一組", name: "Group" };
export const CAMP: Name = { kanji: "本陣", name: "Honjin" };
/** The name on the card backs of Hideyoshi's opponents. */
export const BACK: Name = { kanji: "陣", name: "Camp" };
