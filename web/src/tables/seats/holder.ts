import type { ChatLine, Holder, Scene } from "../../api/protocol";
import { date, t, tOr } from "../../state/words.svelte";
import { personName } from "../../state/people";
import { spoken } from "./times";
import type { TableState } from "../store/table.svelte";

/** The prefix of the names of built-in networks. */
const NET = "net:";
const isNet = (key: string): boolean => key.startsWith(NET);

/** A bot's display name. */
export const botName = (key: string): string =>
  isNet(key) ? t("bot.net", { name: key.slice(NET.length) }) : tOr(`bot.${key}`, key);

/** A one-line description of a bot. */
export const botAbout = (key: string): string => tOr(`bot.${isNet(key) ? "net" : key}.about`, "");

/** A level's sign, its name in characters, and its reading; undefined for other bots. */
export const botSign = (key: string): string => tOr(`bot.${key}.sign`, "");
export const botReading = (key: string): string => tOr(`bot.${key}.reading`, "");

/** The name of a seat's player; without a holder the game itself plays the seat. */
export function holderName(holder: Holder | undefined): string {
  if (!holder) return t("seat.game");
  if (holder.kind === "empty") return emptyName(holder);
  if (holder.bot) return t("seat.for", { bot: botName(holder.bot), name: personName(holder.name) });
  if (holder.kind === "bot") return botName(holder.name ?? "");
  return holder.program
    ? t("seat.program", { name: personName(holder.name) })
    : personName(holder.name);
}

/** The holders of a scene's seats where the user sits on one, and a bot on all others. */
export function againstBots(scene: Scene, mine: number, name: string, bot: string): Holder[] {
  return scene.sides
    .filter(({ seat }) => seat !== undefined)
    .map((_, n) =>
      n === mine
        ? { kind: "person", name, you: true, online: true }
        : { kind: "bot", name: bot, online: true },
    );
}

/** True if the user can take a seat: no one holds it, and it is reserved for no one else. */
export const isFree = ({ kind, name, you }: Holder): boolean =>
  kind === "empty" && (!name || you === true);

function emptyName({ bot, name }: Holder): string {
  if (bot) return botName(bot);
  return name ? t("seat.reserved", { name: personName(name) }) : t("seat.empty");
}

/** The text of a chat line about a change of seats or the clocks. */
export function handed({ what, name: whose, text }: ChatLine, seat: string): string {
  const name = whose && personName(whose);
  if (what === "halted") return t("handed.halted", { long: spoken(Number(text)) });
  if (what === "rests") return t("handed.rests", { name, until: date(Number(text)) });
  if (what === "ended") return t("handed.ended", { text: tOr(`ended.${text}`, text) });
  const holes = { name, seat, bot: botName(text), text };
  return t(what === "bot" && !name ? "handed.bot.nobody" : `handed.${what!}`, holes);
}

/** Seats with the names of their players. */
export const namesOf = (table: TableState, seats: readonly number[]): string[] =>
  seats.map((seat) =>
    t("seat.held", { seat: table.seatName(seat), name: holderName(table.view!.seats[seat]) }),
  );
