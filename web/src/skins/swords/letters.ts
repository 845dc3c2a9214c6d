import { DARK, LIGHT, type Flat, type Letter } from "../flat";
import { CARDS, type CardLook } from "./looks";

const CLANS: readonly (readonly [...Letter, fill: string, ink: string])[] = [
  ["R", "赤", "#a3263a", LIGHT],
  ["B", "青", "#24528a", LIGHT],
  ["G", "緑", "#9cc463", DARK],
  ["Y", "黄", "#f0c33c", DARK],
  ["P", "紫", "#cfa9df", DARK],
  ["K", "黒", "#2d2a27", LIGHT],
];
const KANJI: Record<string, string> = {
  yari_ashigaru: "槍足",
  bushi_naginata: "薙刀",
  warrior_monks: "僧兵",
  ashigaru_arquebusiers: "鉄足",
  bushi_musketeers: "鉄武",
  yari_samurai: "槍侍",
  no_dachi_swordsmen: "野太",
  cavalry_archers: "弓騎",
  yari_cavalry: "槍騎",
  samurai_archers: "弓侍",
  heavy_cavalry: "重騎",
  superior_tactics: "奇策",
  treachery: "裏切",
  prosperity: "繁栄",
  much_honor: "名誉",
  diplomacy: "和議",
  shinobi_spies: "忍び",
  forced_march: "強行",
  intrigue: "陰謀",
  ninja: "忍者",
};
/** When the bonus of a card counts. */
const WHEN: Record<NonNullable<CardLook["when"]>, Letter> = {
  defending: ["Defend", "守備"],
  attacking: ["Attack", "攻撃"],
  siege: ["Siege", "攻城"],
  open: ["Open", "野戦"],
};
const BACK = { shape: "card", fill: "#3c2e45", ink: LIGHT, letter: "?" } as const;

const initials = (name: string): string =>
  name
    .split("_")
    .map((word) => word[0]!.toUpperCase())
    .slice(0, 2)
    .join("");

const footOf = ([latin, kanji]: Letter, bonus: string | number): Letter => [
  `${latin} +${bonus}`,
  `${kanji}+${bonus}`,
];

function card(name: string, text: string, seen: boolean): Flat {
  const look = CARDS[name];
  if (!look) return { ...BACK, note: text || undefined };
  const isMan = look.force > 0;
  const [force, bonus = look.bonus] = text.split("+");
  return {
    shape: "card",
    fill: isMan ? LIGHT : "#dfe8dc",
    ink: DARK,
    letter: initials(name),
    kanji: KANJI[name],
    foot: look.when && footOf(WHEN[look.when], bonus ?? 0),
    sign: isMan ? force || String(look.force) : undefined,
    spent: seen,
  };
}

/** The plain drawing of a piece; undefined for a clan's tokens, which are plain already. */
export function flatOf(look: string, text: string): Flat | undefined {
  const [head = "", name = "", ...flags] = look.split("-");
  if (head === "card" || head === "seen") return card(name, text, head === "seen");
  if (head !== "army") return undefined;
  const [letter, kanji, fill, ink] = CLANS[Number(name)]!;
  const sign = flags.includes("attacked") ? "×" : flags.includes("moved") ? "»" : undefined;
  return { shape: "banner", fill, ink, letter, kanji, note: text || undefined, sign };
}
