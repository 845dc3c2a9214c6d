/** The sentences of the opening explorer; they come with its page. */
import en from "../i18n/explore.en.json";
import ja from "../i18n/explore.ja.json";
import { fillIn, type Filling } from "../lib/template";
import { settings } from "../state/settings.svelte";

const OURS = { en, ja };

export type Key = keyof typeof en;

/** A sentence of the explorer with its holes filled. */
export function o(key: Key, fill: Record<string, Filling> = {}): string {
  return fillIn(OURS[settings.lang][key], settings.lang, (hole) => fill[hole]);
}
