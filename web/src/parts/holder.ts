import type { Holder } from "../lib/protocol";
import { t, tOr } from "../state/words.svelte";

/** A bot's name in words. */
export const botName = (key: string): string => tOr(`bot.${key}`, key);

/** What to expect of a bot, in one line. */
export const botAbout = (key: string): string => tOr(`bot.${key}.about`, "");

/** A level's sign, its name in characters, and how that is read; nothing for other bots. */
export const botSign = (key: string): string => tOr(`bot.${key}.sign`, "");
export const botReading = (key: string): string => tOr(`bot.${key}.reading`, "");

/** What to call whoever plays a seat; no holder means that the game itself plays it. */
export function holderName(holder: Holder | undefined): string {
  if (!holder) return t("seat.game");
  if (holder.kind === "empty") return t("seat.empty");
  return holder.kind === "bot" ? botName(holder.name ?? "") : (holder.name ?? "");
}
