/** The name of a table in the lobby: its game, and the preset. */
import type { GameInfo, TableRow } from "../../api/protocol";
import { speak } from "../../lib/say";
import { presetName, presetOf } from "../setup/options";
import { settings } from "../../state/settings.svelte";
import { t } from "../../state/words.svelte";
import { timeText } from "../seats/times";

export function tableName(games: readonly GameInfo[], row: TableRow): string {
  const game = games.find((one) => one.key === row.game);
  if (!game) return row.game;
  const preset = presetOf(game, row.options);
  const title = speak(game.words, game.title, settings.lang);
  return preset ? t("lobby.named", { game: title, scenario: presetName(game, preset) }) : title;
}

/** True if the game waits for the user. */
export const isYourTurn = (row: TableRow): boolean =>
  (row.awaits ?? []).some((seat) => row.seats[seat]?.you);

/** The user's time left at a table that waits; empty without a clock. */
export function leftText({ awaits = [], ends = [], seats, time }: TableRow, now: number): string {
  const own = awaits.flatMap((seat, n) => (seats[seat]?.you && ends[n] ? [ends[n]] : []));
  if (!time || own.length === 0) return "";
  return t("clock.left", { left: timeText(Math.max(0, Math.min(...own) - now), time) });
}
