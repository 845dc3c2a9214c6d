/** What a table of the lobby is called: its game, and the form of it. */
import type { GameInfo, TableRow } from "../api/protocol";
import { speak } from "../lib/say";
import { presetName, presetOf } from "../setup/options";
import { settings } from "../state/settings.svelte";
import { t } from "../state/words.svelte";
import { timeText } from "../table/seats/times";

export function tableName(games: readonly GameInfo[], row: TableRow): string {
  const game = games.find((one) => one.key === row.game);
  if (!game) return row.game;
  const preset = presetOf(game, row.options);
  const shown = speak(game.words, game.title, settings.lang);
  return preset ? `${shown}: ${presetName(game, preset)}` : shown;
}

/** Whether the game waits for the user. */
export const isYourTurn = (row: TableRow): boolean =>
  (row.awaits ?? []).some((seat) => row.seats[seat]?.you);

/** How much time the user has left at a table that waits for it; empty where nothing counts it. */
export function leftText({ awaits = [], ends = [], seats, time }: TableRow, now: number): string {
  const own = awaits.flatMap((seat, n) => (seats[seat]?.you && ends[n] ? [ends[n]] : []));
  if (!time || own.length === 0) return "";
  return t("clock.left", { left: timeText(Math.max(0, Math.min(...own) - now), time) });
}
