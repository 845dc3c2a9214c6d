/** What varies in a search: as the command line writes it, and in words. */
import type { DeskPage, GameInfo, Varied } from "../../api/protocol";
import { speak } from "../../lib/say";
import { optionName, valued } from "../../tables/setup/options";
import { settings } from "../../state/settings.svelte";
import { b } from "./words";

/** As a value: nothing is painted there. */
export const BLANK = "-";
/** The most values of one thing. */
export const MAX_VALUES = 200;

/** The name on the command line, which tells things apart. */
export function keyOf({ option, layer = "", cells = [], brush = "", path = "" }: Varied): string {
  if (path) return `${option}:${path}`;
  return layer ? [option, layer, brush ? `@${brush}` : cells.join("+")].join(":") : option;
}

/** The names of cells, as the board and the game have them, by their ids. */
export type Cells = Readonly<Record<string, string>>;

/** What varies in words; `desk` is where it is drawn. */
export function nameOf(game: GameInfo, one: Varied, desk?: DeskPage, names: Cells = {}): string {
  const option = optionName(game, one.option);
  if (one.path) return `${option} · ${one.path}`;
  if (!one.layer) return option;
  const layer = desk?.layers.find(({ key }) => key === one.layer);
  const say = (of: { say: Parameters<typeof speak>[1] } | undefined, otherwise: string): string =>
    of ? speak({ ...game.words, ...desk?.words }, of.say, settings.lang) : otherwise;
  const named = say(layer, one.layer);
  if (!one.brush)
    return `${named} · ${(one.cells ?? []).map((cell) => names[cell] ?? cell).join(", ")}`;
  const brush = layer?.brushes.find(({ key }) => key === one.brush);
  return `${named} · ${say(brush, one.brush)}`;
}

/** A value of it in words. */
export function valueOf(
  game: GameInfo,
  one: Varied,
  value: string | boolean,
  desk?: DeskPage,
  names: Cells = {},
): string {
  if (one.brush) return names[String(value)] ?? String(value);
  if (one.path) return String(value);
  if (!one.layer) return valued(game, one.option, value);
  const layer = desk?.layers.find(({ key }) => key === one.layer);
  const say = value === BLANK ? layer?.blank : layer?.brushes.find(({ key }) => key === value)?.say;
  return say ? speak({ ...game.words, ...desk?.words }, say, settings.lang) : String(value);
}

/** All values of it in words; many numbers in a row as their ends. */
export function valuesOf(game: GameInfo, one: Varied, desk?: DeskPage, names?: Cells): string {
  const words = one.values.map((value) => valueOf(game, one, value, desk, names));
  if (words.length > 8) return b("from.to", { low: words[0]!, high: words.at(-1)! });
  return words.join(", ");
}

/** Numbers from `low` to `high`; none if the limits make no sense. */
export function numbersBetween(low: number, high: number, step: number): string[] {
  if (!(step > 0) || !(high > low)) return [];
  const count = Math.floor((high - low) / step + 1e-9) + 1;
  if (count < 2 || count > MAX_VALUES) return [];
  const digits = Math.max(...[low, step].map((one) => (String(one).split(".")[1] ?? "").length));
  return Array.from({ length: count }, (_, n) => (low + n * step).toFixed(digits));
}

/** The command that runs the same search; `files` are the options that are files of one's own. */
export function commandOf(
  game: string,
  varied: readonly Varied[],
  files: readonly string[],
  bots: readonly string[],
  numbers: Record<string, number>,
): string {
  const words = ["honjin", "balance", game, "--search"];
  for (const key of files) words.push("--option", `${key}=${key}.toml`);
  for (const one of varied) {
    const values = one.values.map(String);
    const comma = values.some((value) => value.includes(",")) ? "/" : ",";
    words.push("--vary", `"${keyOf(one)}=${values.join(comma)}"`);
  }
  words.push("--bots", bots.join(","));
  for (const [key, value] of Object.entries(numbers)) words.push(`--${key}`, String(value));
  return words.join(" ");
}
