/** Calendar days, and how their puzzles were finished. */
import type { Lang } from "../lib/template";

/** The number of days remembered. */
export const MAX_DAYS = 4000;

/** How a puzzle was finished: without help, with a hint, or by viewing the solution. */
export type Standing = "solved" | "helped" | "shown";
export type Standings = Record<string, Standing>;

const KNOWN: readonly unknown[] = ["solved", "helped", "shown"];

/** The results in a stored string; empty if it is invalid. */
export function readStandings(text: string | null): Standings {
  try {
    const rows = Object.entries(JSON.parse(text ?? "{}") as object);
    return Object.fromEntries(rows.filter(([, standing]) => KNOWN.includes(standing))) as Standings;
  } catch {
    return {};
  }
}

/** With one more day; its first result stays, and the oldest days are dropped. */
export function withStanding(all: Standings, day: string, standing: Standing): Standings {
  const rows = Object.entries({ [day]: standing, ...all }).sort(([a], [b]) =>
    dayOf(a) < dayOf(b) ? 1 : -1,
  );
  return Object.fromEntries(rows.slice(0, MAX_DAYS));
}

/** The name under which a puzzle's result is stored: its day, after the game if one was named. */
export const standingKey = (game: string, day: string): string => (game ? `${game}/${day}` : day);

/** With the results of the first game under their days alone, where they belong. */
export function gathered(all: Standings, first: string): Standings {
  const isNamed = (key: string): boolean => key.startsWith(`${first}/`);
  return Object.fromEntries(
    Object.entries(all).map(([key, how]) => [isNamed(key) ? dayOf(key) : key, how]),
  );
}

const dayOf = (key: string): string => key.slice(key.indexOf("/") + 1);

/** The number of days in a row, up to today or yesterday, whose puzzle of a game was solved. */
export function streak(all: Standings, game: string, today: string): number {
  const solved = (day: string): boolean =>
    ["solved", "helped"].includes(all[standingKey(game, day)] ?? "");
  let [day, count] = [solved(today) ? today : dayAfter(today, -1), 0];
  while (solved(day)) [day, count] = [dayAfter(day, -1), count + 1];
  return count;
}

// Noon, so that no time zone changes the date.
const noon = (day: string): Date => new Date(`${day}T12:00:00Z`);

/** A day in words; the short form omits the weekday. */
export function dayText(day: string, lang: Lang, form: "long" | "short" = "long"): string {
  const weekday = form === "long" && ({ weekday: lang === "ja" ? "short" : "long" } as const);
  const month = lang === "ja" || form === "long" ? "long" : "short";
  const parts = { year: "numeric", month, day: "numeric", timeZone: "UTC", ...weekday } as const;
  return new Intl.DateTimeFormat(lang === "ja" ? "ja-JP" : "en-GB", parts).format(noon(day));
}

/** The day this many days later. */
export function dayAfter(day: string, by: number): string {
  const then = noon(day);
  then.setUTCDate(then.getUTCDate() + by);
  return then.toISOString().slice(0, 10);
}

/** The day of the week, Monday is 0. */
export const weekday = (day: string): number => (noon(day).getUTCDay() + 6) % 7;
