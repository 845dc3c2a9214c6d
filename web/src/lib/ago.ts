/** How long ago something was, in the words of a language: "3 hours ago". */
import type { Lang } from "./template";

const UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ["minute", 60_000],
  ["hour", 3_600_000],
  ["day", 86_400_000],
];

/** Times in milliseconds. Less than a minute ago counts as this minute; a future time counts as now. */
export function ago(at: number, now: number, lang: Lang): string {
  const past = Math.max(0, now - at);
  const [unit, long] = UNITS.findLast(([, long]) => past >= long) ?? UNITS[0]!;
  return new Intl.RelativeTimeFormat(lang, { numeric: "auto" }).format(
    -Math.floor(past / long),
    unit,
  );
}
