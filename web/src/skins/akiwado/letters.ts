import { DARK, LIGHT, type Flat, type Letter } from "../flat";

const COLOURS: Record<string, readonly [...Letter, fill: string, ink: string]> = {
  white: ["W", "白", LIGHT, DARK],
  yellow: ["Y", "黄", "#efc845", DARK],
  red: ["R", "赤", "#a8263d", LIGHT],
  blue: ["B", "青", "#2c5490", LIGHT],
  black: ["K", "黒", "#2a2724", LIGHT],
  plain: ["–", "–", "#d8cfba", DARK],
};
const WORDS: Record<string, Letter> = {
  east: ["E", "東"],
  west: ["W", "西"],
  pocket: ["P", "小"],
  accept: ["A", "諾"],
  challenge: ["C", "異"],
};
const PAPER = { shape: "card", fill: LIGHT, ink: DARK } as const;
const BACK = { shape: "card", fill: "#24406a", ink: LIGHT, letter: "?" } as const;
const COPPER = { shape: "round", fill: "#e9bf6c", ink: DARK } as const;

function coloured(shape: Flat["shape"], name: string, more: Partial<Flat> = {}): Flat | undefined {
  const found = COLOURS[name];
  if (!found) return undefined;
  const [letter, kanji, fill, ink] = found;
  return { shape, fill, ink, letter, kanji, ...more };
}

function worded(name: string, more: Partial<Flat>): Flat | undefined {
  const word = WORDS[name];
  return word && { ...PAPER, letter: word[0], kanji: word[1], ...more };
}

/** The plain drawing of a piece; undefined if it has none. */
export function flatOf(look: string, text: string): Flat | undefined {
  const [head = "", name = "", third] = look.split("-");
  const note = text || undefined;
  if (look === "goods-order") return { ...PAPER, letter: "O", kanji: "注" };
  if (look === "goods-back") return { ...BACK, note };
  if (look === "purse-closed") return { ...COPPER, letter: "?" };
  if (look === "sealed") return { ...BACK };
  if (look === "turn")
    return { shape: "banner", fill: "#26436b", ink: LIGHT, letter: "T", kanji: "番" };
  if (look === "challenge")
    return { shape: "eight", fill: "#f1c646", ink: DARK, letter: "!", kanji: "異" };
  if (look === "tile-ungrateful")
    return { shape: "square", fill: DARK, ink: LIGHT, letter: "U", kanji: "不" };
  if (look === "tile-grateful")
    return { shape: "square", fill: LIGHT, ink: DARK, letter: "G", kanji: "恩" };
  if (head === "goods") return coloured("card", name, { note });
  if (head === "order") return coloured("card", name, { sign: "注" });
  if (head === "die") return { shape: "square", fill: LIGHT, ink: DARK, letter: name };
  if (head === "coins" || head === "income" || head === "purse") return { ...COPPER, letter: text };
  if (head === "own" || head === "bid")
    return worded(name, { note, sign: third === "lie" ? "×" : undefined });
  return coloured(head === "privilege" ? "eight" : "round", name);
}
