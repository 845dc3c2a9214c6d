/** The client's own sentences, in the selected language. */
import { ours, type Key } from "../i18n";
import { sentences } from "./sentences";
import { settings } from "./settings.svelte";

export type { Key };

/** A sentence of the client with its holes filled. */
export const t = sentences(ours);

// English days are written as in Britain, day before month, everywhere on the page.
const shown = (at: number, style: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(settings.lang === "ja" ? "ja-JP" : "en-GB", style).format(at);

/** A day in the format of the user's language. */
export const date = (at: number): string => shown(at, { dateStyle: "medium" });

/** A day with the time. */
export const moment = (at: number): string =>
  shown(at, { dateStyle: "medium", timeStyle: "short" });

export const month = (at: number): string => shown(at, { year: "numeric", month: "short" });

/** The time, with the day unless it is today. */
export const recent = (at: number, now: number): string =>
  date(at) === date(now) ? shown(at, { timeStyle: "short" }) : moment(at);

/** The sentence of a key that may not exist, such as a bot's name; else `otherwise`. */
export function tOr(key: string, otherwise: string): string {
  return ours[settings.lang][key as Key] ?? otherwise;
}
