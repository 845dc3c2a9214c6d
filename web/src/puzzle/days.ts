/** Calendar days, and how their puzzles were finished. */
import type { Lang } from "../lib/template";

/** The number of days remembered. */
export const MOST_DAYS = 800;

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
  const rows = Object.entries({ [day]: standing, ...all }).sort(([a], [b]) => (a < b ? 1 : -1));
  return Object.fromEntries(rows.slice(0, MOST_DAYS));
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
