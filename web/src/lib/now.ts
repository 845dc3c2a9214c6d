/** The time by the server's clock, whatever this device's says, or is set to meanwhile. */

/** A later answer counts although it took longer if the time is off by more milliseconds. */
const SLACK = 2000;

/** The server's time when the page's own, which nobody sets, was zero. */
let zero: number | undefined;

/** An answer names the time at which it was sent; the one that took least time is the best. */
export function hearTime(told: string | null): void {
  const found = Number(told ?? NaN) - performance.now();
  if (zero === undefined ? found : found > zero || found < zero - SLACK) zero = found;
}

/** Milliseconds since 1970; by this device until the server has answered. */
export const now = (): number =>
  zero === undefined ? Date.now() : Math.round(zero + performance.now());

/** The day in the user's time zone, such as 2026-03-01. */
export const today = (): string => new Intl.DateTimeFormat("sv-SE").format(now());
