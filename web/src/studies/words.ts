/** The sentences of studies; they come with their pages. */
import en from "../i18n/studies.en.json";
import ja from "../i18n/studies.ja.json";
import { fillIn, type Filling } from "../lib/template";
import { settings } from "../state/settings.svelte";

const OURS = { en, ja };

export type Key = keyof typeof en;

/** A sentence of studies with its holes filled. */
export function y(key: Key, fill: Record<string, Filling> = {}): string {
  return fillIn(OURS[settings.lang][key], settings.lang, (hole) => fill[hole]);
}
