/** The time left on a seat's clock, as the server counts it. Times in milliseconds. */
import type { Control, SeatClock } from "../../api/protocol";

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Below this much on a live clock, tenths are shown. */
export const TENTHS = 10 * SECOND;

export interface Left {
  /** Left of the main time, of this byoyomi period, or of this turn's days. */
  left: number;
  /** Further byoyomi periods. */
  periods: number;
  byoyomi: boolean;
  /** Free time at the start of the game that is still unused. */
  head: number;
  runs: boolean;
  /** The player is on vacation now. */
  rests: boolean;
}

/** A clock as of a server time. */
export function leftOf(clock: SeatClock, time: Control, now: number): Left {
  const { left, periods = 0, byoyomi = false, head = 0, since = 0, rest } = clock;
  const [first, last] = rest ?? [0, 0];
  const rests = first <= now && now < last;
  const found = { left, periods, byoyomi, head, runs: since > 0 && !rests, rests };
  if (since === 0) return found;
  const rested = Math.max(0, Math.min(now, last) - Math.max(since, first));
  return drained(found, time, Math.max(0, now - since - rested));
}

function drained(clock: Left, time: Control, spent: number): Left {
  const free = Math.min(clock.head, spent);
  let { left, periods, byoyomi } = clock;
  let due = spent - free;
  for (; due > left && periods > 0; periods--) {
    due -= left;
    left = (time.period ?? 0) * SECOND;
    byoyomi = true;
  }
  return { ...clock, head: clock.head - free, left: Math.max(0, left - due), periods, byoyomi };
}

/** All the time a seat has before it runs out. */
export const totalOf = ({ left, periods, head }: Left, time: Control): number =>
  head + left + periods * (time.period ?? 0) * SECOND;

/** The warning levels of a clock: the last seconds, or the last hours of a turn of days. */
export function isLow(clock: Left, time: Control): boolean {
  const total = totalOf(clock, time);
  if (time.days) return total < Math.min(12 * HOUR, (time.days * DAY) / 4);
  return total < 20 * SECOND;
}

const two = (n: number): string => String(n).padStart(2, "0");

/** Digits: 1:02:03, 4:05, or 0:09.5 in the last seconds of a live clock. */
export function digits(left: number, tenths: boolean): string {
  const exact = tenths && left < TENTHS;
  // A clock with time left never reads zero.
  const seconds = exact ? Math.ceil(left / 100) / 10 : Math.ceil(left / SECOND);
  const minutes = Math.floor(seconds / 60);
  const rest = seconds - 60 * minutes;
  if (exact && seconds < 10) return `0:0${rest.toFixed(1)}`;
  if (minutes < 60) return `${minutes}:${two(Math.floor(rest))}`;
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(Math.floor(rest))}`;
}

/** The two largest units of a long time, among days, hours and minutes. */
export function parts(left: number): { d: number; h: number; m: number } {
  const minutes = Math.ceil(left / MINUTE);
  return { d: Math.floor(minutes / 1440), h: Math.floor(minutes / 60) % 24, m: minutes % 60 };
}

/** Milliseconds until the reading of a running clock changes. */
export function nextChange(left: number, tenths: boolean): number {
  const step = tenths && left <= TENTHS ? 100 : left > DAY ? MINUTE : SECOND;
  return left % step || step;
}
