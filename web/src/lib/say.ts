/** Puts a Say into words with the templates of its game. */
import type { Part, Say, Value, Words } from "../api/protocol";
import { fillIn, type Filling, type Lang } from "./template";

/** The sentence of a Say; a key without a template is shown as it is, so that no sentence is lost. */
export function speak(words: Words, say: Say, lang: Lang): string {
  const template = words[say.k]?.[lang];
  if (template === undefined) return say.k;
  return fillIn(template, lang, (hole) => filling(words, say.p?.[hole], lang));
}

function filling(words: Words, value: Value | undefined, lang: Lang): Filling | undefined {
  if (Array.isArray(value)) return value.map((part: Part) => String(spoken(words, part, lang)));
  return value === undefined ? undefined : spoken(words, value as Part, lang);
}

function spoken(words: Words, value: Part, lang: Lang): number | string {
  return typeof value === "object" ? speak(words, value, lang) : value;
}

/** The words of a key, or undefined where the game has none. */
export function word(words: Words, key: string, lang: Lang): string | undefined {
  return words[key]?.[lang];
}

/** A text with **bold** parts, split into parts. */
export function bold(text: string): { text: string; strong: boolean }[] {
  return text
    .split("**")
    .map((part, n) => ({ text: part, strong: n % 2 === 1 }))
    .filter((part) => part.text !== "");
}

/** A text that begins with a capital letter, as values that stand alone do. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
