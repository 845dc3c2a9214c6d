import type { ChatLine, Holder } from "../../api/protocol";
import { settings } from "../../state/settings.svelte";
import { t, tOr } from "../../state/words.svelte";
import { spoken } from "./times";
import type { TableState } from "../store/table.svelte";

/** What the names of the house's networks begin with. */
const NET = "net:";
const isNet = (key: string): boolean => key.startsWith(NET);

/** A bot's name in words. */
export const botName = (key: string): string =>
  isNet(key) ? t("bot.net", { name: key.slice(NET.length) }) : tOr(`bot.${key}`, key);

/** What to expect of a bot, in one line. */
export const botAbout = (key: string): string => tOr(`bot.${isNet(key) ? "net" : key}.about`, "");

/** A level's sign, its name in characters, and how that is read; nothing for other bots. */
export const botSign = (key: string): string => tOr(`bot.${key}.sign`, "");
export const botReading = (key: string): string => tOr(`bot.${key}.reading`, "");

/** A person's name; somebody who deleted the account has none. */
export const personName = (name: string | undefined): string => name || t("somebody.gone");

/** What to call whoever plays a seat; no holder means that the game itself plays it. */
export function holderName(holder: Holder | undefined): string {
  if (!holder) return t("seat.game");
  if (holder.kind === "empty") return emptyName(holder);
  if (holder.bot) return t("seat.for", { bot: botName(holder.bot), name: personName(holder.name) });
  if (holder.kind === "bot") return botName(holder.name ?? "");
  return holder.program
    ? t("seat.program", { name: personName(holder.name) })
    : personName(holder.name);
}

/** True for a seat that the user can take: nobody holds it, and it is kept for nobody else. */
export const isFree = ({ kind, name, you }: Holder): boolean =>
  kind === "empty" && (!name || you === true);

function emptyName({ bot, name }: Holder): string {
  if (bot) return botName(bot);
  return name ? t("seat.reserved", { name }) : t("seat.empty");
}

const day = (at: number): string =>
  new Date(at).toLocaleDateString(settings.lang, { dateStyle: "medium" });

/** What a line of chat tells that says who plays a seat now, or of the clocks. */
export function handed({ what, name, text }: ChatLine, seat: string): string {
  if (what === "halted") return t("handed.halted", { long: spoken(Number(text)) });
  if (what === "rests") return t("handed.rests", { name, until: day(Number(text)) });
  if (what === "ended") return t("handed.ended", { text: tOr(`ended.${text}`, text) });
  const holes = { name, seat, bot: botName(text), text };
  return t(what === "bot" && !name ? "handed.bot.nobody" : `handed.${what!}`, holes);
}

/** Seats with the players who sit there. */
export const namesOf = (table: TableState, seats: readonly number[]): string[] =>
  seats.map((seat) =>
    t("seat.held", { seat: table.seatName(seat), name: holderName(table.view!.seats[seat]) }),
  );
