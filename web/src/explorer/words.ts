/** The sentences of the opening explorer; they come with its page. */
import en from "../i18n/explore.en.json";
import ja from "../i18n/explore.ja.json";
import { fillIn, type Filling } from "../lib/template";
import { settings } from "../state/settings.svelte";

const OURS = { en, ja };

type Short<Key> = Key extends `explore.${infer Rest}` ? Rest : never;
export type Key = Short<keyof typeof en>;

/** A sentence of the explorer with its holes filled. */
export function o(key: Key, fill: Record<string, Filling> = {}): string {
  return fillIn(OURS[settings.lang][`explore.${key}`], settings.lang, (hole) => fill[hole]);
}
