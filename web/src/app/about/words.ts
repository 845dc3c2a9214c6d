/** The sentences of the page about Honjin; they come with it. */
import en from "../../i18n/about.en.json";
import ja from "../../i18n/about.ja.json";
import { fillIn, type Filling } from "../../lib/template";
import { settings } from "../../state/settings.svelte";

const OURS = { en, ja };

type Short<Key> = Key extends `about.${infer Rest}` ? Rest : never;
export type Key = Short<keyof typeof en>;

/** A sentence of the page with its holes filled. */
export function a(key: Key, fill: Record<string, Filling> = {}): string {
  return fillIn(OURS[settings.lang][`about.${key}`], settings.lang, (hole) => fill[hole]);
}
