/** The client's own sentences, in the selected language. */
import { en, ja } from "../i18n";
import { fillIn, type Filling, type Lang } from "../lib/template";
import { settings } from "./settings.svelte";

export type Key = keyof typeof en;
const ours: Record<Lang, Record<Key, string>> = { en, ja };

/** A sentence of the client with its holes filled. */
export function t(key: Key, fill: Record<string, Filling> = {}): string {
  return fillIn(ours[settings.lang][key], settings.lang, (hole) => fill[hole]);
}

/** A day in the format of the user's language. */
export function date(at: number): string {
  const locale = settings.lang === "ja" ? "ja-JP" : "en-GB";
  return new Intl.DateTimeFormat(locale, { dateStyle: "medium" }).format(at);
}

/** A day with the time. */
export function moment(at: number): string {
  const locale = settings.lang === "ja" ? "ja-JP" : "en-GB";
  const style = { dateStyle: "medium", timeStyle: "short" } as const;
  return new Intl.DateTimeFormat(locale, style).format(at);
}

/** The sentence of a key that may not exist, such as a bot's name; else `otherwise`. */
export function tOr(key: string, otherwise: string): string {
  return ours[settings.lang][key as Key] ?? otherwise;
}
