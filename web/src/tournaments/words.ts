/** Names and figures of tournaments in words. */
import type { TournamentInfo, TournamentPlayer, TournamentRow } from "../api/protocol";
import { settings } from "../state/settings.svelte";
import { moment, t } from "../state/words.svelte";
import { botName } from "../tables/seats/holder";
import { personName } from "../state/people";

/** A player's name; bots of a kind are numbered. */
export function playerName(
  player: TournamentPlayer | undefined,
  all: readonly TournamentPlayer[],
): string {
  if (!player) return t("tour.housebot");
  if (player.kind === "bot") {
    const alike = all.filter((one) => one.kind === "bot" && one.name === player.name);
    const n =
      alike
        .map((one) => one.n)
        .sort((a, b) => a - b)
        .indexOf(player.n) + 1;
    return alike.length > 1 ? `${botName(player.name)} ${n}` : botName(player.name);
  }
  const name = personName(player.name);
  return player.kind === "program" ? t("seat.program", { name }) : name;
}

/** Half points for display: 2½. */
export function pointsText(halves: number): string {
  const whole = Math.floor(halves / 2);
  if (halves % 2 === 0) return String(whole);
  return whole ? `${whole}½` : "½";
}

/** A tie-break score; Sonneborn-Berger has quarters, wins and rounds are whole. */
export function breakText(name: string, value: number): string {
  if (name === "wins" || name === "round") return String(value);
  const points = value / (name === "sonneborn" ? 4 : 2);
  return points.toLocaleString(settings.lang, { maximumFractionDigits: 2 });
}

export const winnerName = ({ winner }: TournamentRow): string =>
  winner?.startsWith("bot:") ? botName(winner.slice(4)) : personName(winner);

export function statusText(row: TournamentRow): string {
  if (row.status === "running")
    return t("tour.status.running", { n: Math.max(1, row.round), of: row.rounds });
  return t(`tour.status.${row.status}`);
}

export function beginsText(row: TournamentRow): string {
  return row.starts
    ? t("tour.begins", { when: moment(row.starts) })
    : t("tour.begins.host", { name: personName(row.host) });
}

export interface Meeting {
  table: string;
  /** The row player's result; empty while the game is in progress. */
  points: number | undefined;
}

/** The games between two players. */
export function meetings(info: TournamentInfo, one: number, other: number): Meeting[] {
  return info.rounds.flatMap((round) =>
    round.games.flatMap((game) => {
      const seat = game.seats.indexOf(one);
      if (seat < 0 || !game.seats.includes(other)) return [];
      return [{ table: game.table, points: game.points?.[seat] }];
    }),
  );
}
