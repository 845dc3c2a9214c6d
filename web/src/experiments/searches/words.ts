/** The sentences of searches for balance; they come with their pages. */
import en from "../../i18n/balance.en.json";
import ja from "../../i18n/balance.ja.json";
import { fillIn, type Filling } from "../../lib/template";
import { settings } from "../../state/settings.svelte";

const OURS = { en, ja };

export type Key = keyof typeof en;

/** A sentence of searches with its holes filled. */
export function b(key: Key, fill: Record<string, Filling> = {}): string {
  return fillIn(OURS[settings.lang][key], settings.lang, (hole) => fill[hole]);
}
