/** The time controls in the form for a new table, and their settings. */
import type { Time } from "../../api/protocol";

/** Presets by their keys; "none" and "own" are not presets. */
export const TIMES: Readonly<Record<string, Time>> = {
  "5+3": { main: 300, increment: 3 },
  "10+5": { main: 600, increment: 5 },
  "25+10": { main: 1500, increment: 10 },
  byoyomi: { main: 600, period: 30, periods: 3 },
  day: { days: 1 },
  three: { days: 3 },
  week: { days: 7 },
};

export type Kind = "increment" | "byoyomi" | "days";

/** The entries: main time in minutes, the others in seconds, a number, days. */
export interface Own {
  kind: Kind;
  minutes: number;
  increment: number;
  period: number;
  periods: number;
  days: number;
}

export const OWN: Own = {
  kind: "increment",
  minutes: 15,
  increment: 10,
  period: 30,
  periods: 5,
  days: 2,
};

/** The bounds of the entries, the same as the server's. */
export const BOUNDS = {
  minutes: [0, 180],
  increment: [0, 300],
  period: [1, 600],
  periods: [1, 20],
  days: [1, 30],
} as const;

/** The control as entered. */
export function controlOf({ kind, minutes, increment, period, periods, days }: Own): Time {
  if (kind === "days") return { days };
  const main = Math.round(minutes * 60);
  return kind === "byoyomi" ? { main, period, periods } : { main, increment };
}
