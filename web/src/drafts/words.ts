/** The sentences of the workshop; they come with it. */
import en from "../i18n/workshop.en.json";
import ja from "../i18n/workshop.ja.json";
import { fillIn, type Filling } from "../lib/template";
import { settings } from "../state/settings.svelte";

const OURS = { en, ja };

export type Key = keyof typeof en;

/** A sentence of the workshop with its holes filled. */
export function w(key: Key, fill: Record<string, Filling> = {}): string {
  return fillIn(OURS[settings.lang][key], settings.lang, (hole) => fill[hole]);
}
