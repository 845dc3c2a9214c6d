/** Puts a Say into words with the templates of its game. */
import type { Lang, Say, Value, Words } from "./protocol";

const HOLE = /\{(\w+)\}/g;

/** The sentence of a Say; a key without a template is shown as it is, so nothing is silent. */
export function speak(words: Words, say: Say, lang: Lang): string {
  const template = words[say.k]?.[lang];
  if (template === undefined) return say.k;
  return template.replace(HOLE, (_, hole: string) => fill(words, say.p?.[hole], lang));
}

function fill(words: Words, value: Value | undefined, lang: Lang): string {
  if (value === undefined) return "";
  return typeof value === "object" ? speak(words, value, lang) : String(value);
}

/** The words of a key, or undefined where the game has none. */
export function word(words: Words, key: string, lang: Lang): string | undefined {
  return words[key]?.[lang];
}

/** A text with **bold** parts, cut into pieces. */
export function bold(text: string): { text: string; strong: boolean }[] {
  return text
    .split("**")
    .map((part, n) => ({ text: part, strong: n % 2 === 1 }))
    .filter((part) => part.text !== "");
}
