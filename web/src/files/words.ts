/** Sizes, and what is wrong with a file, in words. */
import { t } from "../state/words.svelte";
import { settings } from "../state/settings.svelte";
import type { Fault } from "./read";

const UNITS = [
  [1_000_000, "MB"],
  [1_000, "kB"],
] as const;

const bytes = (n: number): string => t("file.bytes", { n: n.toLocaleString(settings.lang) });
const inUnit = (n: number, [each, unit]: (typeof UNITS)[number]): string =>
  `${(n / each).toFixed(1)} ${unit}`;

/** A number of bytes, rounded to kB or MB. */
export function sizeText(n: number): string {
  const unit = UNITS.find(([each]) => n >= 0.99995 * each);
  return unit ? inUnit(n, unit) : inUnit(n, UNITS[1]);
}

/** What is wrong with a file, and what to do about it. */
export function faultText(name: string, fault: Fault): string {
  if (fault.is === "large") return largeText(name, fault.n, fault.most);
  if (fault.is === "kind") return t("file.kind", { name, suffix: fault.suffix });
  if (fault.is !== "text") return t(`file.${fault.is}`, { name });
  const byte = `0x${fault.byte.toString(16).toUpperCase().padStart(2, "0")}`;
  return t("file.text", { name, line: fault.line, column: fault.column, byte });
}

// Two sizes that look alike in MB are told in bytes.
function largeText(name: string, n: number, most: number): string {
  const say = sizeText(n) === sizeText(most) ? bytes : sizeText;
  return t("file.large", { name, n: say(n), most: say(most) });
}
