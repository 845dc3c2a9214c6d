import { DARK, LIGHT, type Flat, type Letter } from "../flat";
import { CARDS } from "./looks";

const SIDES: Record<string, readonly [...Letter, fill: string, ink: string]> = {
  hideyoshi: ["H", "秀", "#e6c255", DARK],
  anti: ["A", "反", "#2f3c72", LIGHT],
};
const LETTERS: Record<string, string> = {
  combined: "C",
  assault: "As",
  fire: "F",
  rally: "R",
  ambush: "Am",
  reinforce: "Re",
};

// `text` is "神子田正治 Mikoda 1-2-6", a name in both scripts and numbers, or "羽柴 4 5" for men.
function counter(kind: string, parts: string[], text: string): Flat | undefined {
  const [side = "", clan = "", ...flags] = parts;
  const paint = SIDES[side];
  if (!paint) return undefined;
  const words = text.split(" ");
  const isGeneral = kind === "general";
  const name = isGeneral ? (words[1] ?? clan) : clan[0]!.toUpperCase() + clan.slice(1);
  return {
    shape: isGeneral ? "square" : "eight",
    fill: paint[2],
    ink: paint[3],
    letter: name.slice(0, 3),
    kanji: [...words[0]!].slice(0, 2).join(""),
    foot: isGeneral ? words.at(-1) : words.slice(1).join(" · "),
    sign: flags.includes("taisho") ? "★" : undefined,
    spent: flags.includes("used"),
  };
}

/** The plain drawing of a piece; undefined for tracks, slots and orders, which are plain already. */
export function flatOf(look: string, text: string): Flat | undefined {
  const [head = "", ...parts] = look.split("-");
  const [name = "", second] = parts;
  if (head === "general" || head === "troop") return counter(head, parts, text);
  if (head === "flag") {
    const [letter, kanji, fill, ink] = SIDES[name]!;
    return { shape: "banner", fill, ink, letter, kanji };
  }
  if (head !== "card") return undefined;
  if (name === "back") {
    const [, , fill, ink] = SIDES[second!]!;
    return { shape: "card", fill, ink, letter: "?" };
  }
  const kanji = CARDS[name]?.word.kanji;
  const letter = LETTERS[name]!;
  return { shape: "card", fill: LIGHT, ink: DARK, letter, kanji, spent: second === "down" };
}
