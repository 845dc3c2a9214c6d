/**
 * The client's own sentences: of all pages, of accounts, of calls, of finished games and people, of
 * finding somebody, of order in the house, of programs, of study. Each language is a file of its
 * own, which is loaded once the page is to be read in it.
 */
import type { Lang } from "../lib/template";

export type Key = keyof (typeof import("./en"))["default"];
type Sentences = Record<Key, string>;

const FILES: Record<Lang, () => Promise<{ default: Sentences }>> = {
  en: () => import("./en"),
  ja: () => import("./ja"),
};

/** The sentences of each language that was learned. */
export const ours = {} as Record<Lang, Sentences>;

/** Load the sentences of a language. */
export async function learn(lang: Lang): Promise<void> {
  ours[lang] = (await FILES[lang]()).default;
}
