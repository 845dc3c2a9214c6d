/** Sentences that come with the pages that say them. */
import { fillIn, type Filling, type Lang } from "../lib/template";
import { settings } from "./settings.svelte";

/** Says a sentence in the selected language with its holes filled. */
export const sentences =
  <Key extends string>(words: Record<Lang, Record<Key, string>>) =>
  (key: Key, fill: Record<string, Filling> = {}): string =>
    fillIn(words[settings.lang][key], settings.lang, (hole) => fill[hole]);
