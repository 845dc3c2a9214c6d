/** Times and time controls in words. */
import type { Control } from "../../api/protocol";
import { digits, parts, SECOND, type Left } from "../../lib/play/clock";
import { t } from "../../state/words.svelte";

/** The reading of a clock: digits, or days and hours for long times. */
export function timeText(left: number, time: Control): string {
  const { d, h, m } = parts(left);
  if (d > 0) return h > 0 ? t("clock.days", { d, h }) : t("clock.day", { d });
  if (time.days && h > 0) return t("clock.hours", { h, m });
  return digits(left, !time.days);
}

/** The note after a clock: its byoyomi periods with the current one, or the free seconds left. */
export function noteOf(left: Left, time: Control): { text: string; about: string } | undefined {
  if (left.byoyomi && !time.days)
    return { text: `×${left.periods + 1}`, about: t("clock.periods.about") };
  if (left.head > 0 && left.runs)
    return { text: `+${Math.ceil(left.head / SECOND)}`, about: t("clock.head.about") };
  return undefined;
}

/** A duration in words. */
export function spoken(left: number): string {
  const seconds = Math.ceil(left / 1000);
  if (seconds < 60) return t("clock.said.seconds", { n: seconds });
  const { d, h, m } = parts(left);
  if (d > 0)
    return [t("clock.said.days", { n: d }), h && t("clock.said.hours", { n: h })]
      .filter(Boolean)
      .join(" ");
  if (h > 0)
    return [t("clock.said.hours", { n: h }), m && t("clock.said.minutes", { n: m })]
      .filter(Boolean)
      .join(" ");
  return t("clock.said.minutes", { n: m });
}

/** A number of seconds, in minutes where it is at least one. */
const length = (seconds: number): string =>
  seconds % 60 === 0 && seconds > 0
    ? t("clock.min", { n: seconds / 60 })
    : t("clock.sec", { n: seconds });

/** A time control in one line. */
export function controlText(time: Control): string {
  const { main = 0, increment = 0, period = 0, periods = 0, days = 0 } = time;
  if (days) return t("time.days", { n: days });
  const more = periods
    ? t("time.periods", { n: periods, s: period })
    : increment
      ? t("clock.sec", { n: increment })
      : "";
  return [main ? length(main) : "", more].filter(Boolean).join(" + ");
}
