/** The sentences of experiments; they come with their pages. */
import en from "../i18n/experiments.en.json";
import ja from "../i18n/experiments.ja.json";
import { sentences } from "../state/sentences";
import { settings } from "../state/settings.svelte";

const OURS = { en, ja };

export type Key = keyof typeof en;

/** The words of a key that may not exist; else `otherwise`. */
export const xOr = (key: string, otherwise: string): string =>
  OURS[settings.lang][key as Key] ?? otherwise;

export const x = sentences<Key>(OURS);
