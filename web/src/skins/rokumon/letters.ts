import { DARK, LIGHT, type Flat, type Letter } from "../flat";

const CARDS: Record<string, Letter> = {
  gold: ["Go", "金"],
  green: ["Ja", "翠"],
  fort: ["Fo", "真"],
};
const SIDES: Record<string, Pick<Flat, "shape" | "fill" | "ink">> = {
  red: { shape: "square", fill: "#9a1f33", ink: LIGHT },
  black: { shape: "round", fill: "#26231f", ink: LIGHT },
  white: { shape: "eight", fill: LIGHT, ink: DARK },
};

/** The plain drawing of a piece; undefined if it has none. */
export function flatOf(look: string): Flat | undefined {
  const [head = "", second = "", third] = look.split("-");
  if (head === "clan") {
    const side = SIDES[second]!;
    return { ...side, shape: "card", letter: "C", kanji: "家", spent: third === "used" };
  }
  if (head === "coin") {
    const [letter, kanji] = CARDS[second]!;
    return { shape: "square", fill: LIGHT, ink: DARK, letter, kanji, note: third };
  }
  const side = SIDES[head];
  return side && { ...side, letter: second === "plain" ? "–" : second };
}
