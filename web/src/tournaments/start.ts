/** When a tournament can begin: the server takes a time within the next 60 days. */
import { DAY, MINUTE } from "../lib/play/clock";

export const LATEST_DAYS = 60;

const two = (n: number): string => String(n).padStart(2, "0");

/** A time as a field for date and time wants it, to the minute in the user's time zone. */
export function localTime(at: number): string {
  const when = new Date(at);
  const day = [when.getFullYear(), two(when.getMonth() + 1), two(when.getDate())].join("-");
  return `${day}T${two(when.getHours())}:${two(when.getMinutes())}`;
}

/** The first and the last full minute that can be chosen. */
export const startRange = (now: number): { min: string; max: string } => ({
  min: localTime(now + MINUTE),
  max: localTime(now + LATEST_DAYS * DAY),
});

/** True if a tournament can begin at this time; what is no time cannot be one. */
export const canStart = (at: number, now: number): boolean =>
  at >= now && at <= now + LATEST_DAYS * DAY;
