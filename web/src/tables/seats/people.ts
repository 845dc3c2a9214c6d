/** Names of people and bots with their ratings, as lists show them. */
import type { GameInfo, Holder } from "../../api/protocol";
import { speak, word } from "../../lib/say";
import { presetName } from "../setup/options";
import { settings } from "../../state/settings.svelte";
import { t } from "../../state/words.svelte";
import { botName, holderName } from "./holder";
import { personName } from "../../state/people";

/** A rating for display: with a question mark while it is provisional. */
export const ratingText = (rating: number, unsure = false): string =>
  t(unsure ? "club.rating.unsure" : "club.rating", { rating });

/** The holder of a seat, with the rating if there is one. */
export function ratedName(holder: Holder | undefined): string {
  const name = holderName(holder);
  if (holder?.rating === undefined || holder.rating === null || holder.bot) return name;
  return name + ratingText(holder.rating, holder.unsure);
}

export interface Somebody {
  kind: string;
  name?: string;
}

/** A player's name at a finished table. */
export const seatedName = ({ kind, name }: Somebody): string =>
  kind === "empty"
    ? t("club.nobody")
    : kind === "bot"
      ? botName(name ?? "")
      : name
        ? personName(name)
        : t("club.gone");

/** The title of a game in a history: the game, and its scenario. */
export function gameName(
  games: readonly GameInfo[],
  key: string,
  scenario = "",
): { game: string; scenario: string } {
  const game = games.find((one) => one.key === key);
  if (!game) return { game: key, scenario };
  const known = game.presets.some((one) => one.key === scenario);
  return {
    game: speak(game.words, game.title, settings.lang),
    scenario: known ? presetName(game, scenario) : "",
  };
}

export const reasonText = (games: readonly GameInfo[], key: string, reason: string): string =>
  word(games.find((one) => one.key === key)?.words ?? {}, reason, settings.lang) ?? "";

export const seatName = (games: readonly GameInfo[], key: string, seat: number): string =>
  word(games.find((one) => one.key === key)?.words ?? {}, `seat.${seat}`, settings.lang) ??
  t("seat.n", { n: seat + 1 });
