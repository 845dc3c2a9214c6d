import { DARK, LIGHT, type Flat, type Letter } from "../flat";

const MEN: Record<string, Letter> = {
  tairo: ["T", "老"],
  daimyo: ["D", "名"],
  samurai: ["S", "侍"],
  ashigaru: ["A", "足"],
  teppo_tai: ["G", "鉄"],
  ninja: ["N", "忍"],
};

/** The plain drawing of a piece; undefined if it has none. */
export function flatOf(look: string, text: string): Flat | undefined {
  const [side = "", kind = "", state] = look.split("-");
  const isRed = side === "red";
  const paint = isRed ? { fill: "#9a1f33", ink: LIGHT } : { fill: LIGHT, ink: DARK };
  if (kind === "die") return { ...paint, shape: "square", letter: state ?? "" };
  if (kind === "valor") return { shape: "round", fill: "#f0d27a", ink: DARK, letter: state ?? "" };
  const man = MEN[kind];
  if (!man) return undefined;
  return {
    ...paint,
    shape: isRed ? "wedge" : "eight",
    letter: man[0],
    kanji: man[1],
    note: text || undefined,
    sign: state === "threatened" ? "!" : undefined,
    spent: state === "used",
  };
}
