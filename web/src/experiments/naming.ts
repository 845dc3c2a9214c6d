/** The names of variants and their parts. */
import type { GameInfo, Plan } from "../api/protocol";
import { speak, word } from "../lib/say";
import { optionName, presetName, valued } from "../tables/setup/options";
import { settings } from "../state/settings.svelte";
import { t } from "../state/words.svelte";
import { botName } from "../tables/seats/holder";
import { xOr } from "./words";

type Variant = Plan["variants"][number];

const same = (one: unknown, two: unknown): boolean => JSON.stringify(one) === JSON.stringify(two);

/** The variants by their differences: a scenario, option values, bots. */
export function variantNames(game: GameInfo, variants: readonly Variant[]): string[] {
  const [first] = variants;
  if (!first) return [];
  const keys = Object.keys(first.options).filter((key) =>
    variants.some((variant) => variant.options[key] !== first.options[key]),
  );
  const bots = variants.some((variant) => !same(variant.bots, first.bots));
  const presets = variants.map((variant) => exactly(game, variant));
  const byPreset = presets.every(Boolean) && new Set(presets).size === (bots ? 1 : presets.length);
  const named = variants.map((variant, n) => {
    const options = byPreset
      ? [presetName(game, presets[n]!)]
      : keys.map((key) => `${optionName(game, key)}: ${valueIn(game, variant, key)}`);
    const players = bots ? [variant.bots.map(botName).join(", ")] : [];
    return [...options, ...players].join(" · ") || speak(game.words, game.title, settings.lang);
  });
  return apart(named, variants);
}

// Where two are called the same, the keys tell them apart.
function apart(names: readonly string[], variants: readonly Variant[]): string[] {
  const isTwice = (name: string): boolean => names.filter((one) => one === name).length > 1;
  return names.map((name, n) => (isTwice(name) ? `${name} (${variants[n]!.key})` : name));
}

/**
 * Names of files, by their texts, that tell them apart: from the second of one name on, its number
 * follows. They are in the order in which the files were added.
 */
export function numbered(names: Readonly<Record<string, string>>): Record<string, string> {
  const had = new Map<string, number>();
  const apart = Object.entries(names).map(([text, name]): [string, string] => {
    const n = (had.get(name) ?? 0) + 1;
    had.set(name, n);
    return [text, n > 1 ? `${name} (${n})` : name];
  });
  return Object.fromEntries(apart);
}

/** The value of an option in a variant: the name of its file, or words. */
export const valueIn = (game: GameInfo, variant: Variant, key: string): string =>
  variant.files?.[key] ?? valued(game, key, variant.options[key]!);

// The scenario with these options, all others having their defaults.
const exactly = (game: GameInfo, variant: Variant): string | undefined =>
  game.presets.find((preset) =>
    game.options.every(
      ({ key, default: usual }) => variant.options[key] === (preset.options[key] ?? usual),
    ),
  )?.key;

const say = (game: GameInfo, key: string, otherwise: string): string =>
  word(game.words, key, settings.lang) ?? otherwise;

/** A seat. */
export const seatName = (game: GameInfo, seat: number): string =>
  say(game, `seat.${seat}`, t("seat.n", { n: seat + 1 }));

/** What is counted together: a seat, or all seats with a mark. */
export const groupName = (game: GameInfo, of: string, value: string): string =>
  of === "seat" ? seatName(game, Number(value)) : say(game, `facts.${of}.${value}`, value);

/** Why a game ended. */
export const reasonName = (game: GameInfo, reason: string): string => say(game, reason, reason);

/** A figure that the game counts. */
export const factName = (game: GameInfo, name: string): string => say(game, `facts.${name}`, name);

/** What an action is or names; where a game has no word for it, its key says it. */
export function usedName(game: GameInfo, sort: string, name: string): string {
  const key = `${sort}.${name}`;
  return word(game.words, key, settings.lang) === undefined
    ? name.replaceAll("_", " ")
    : speak(game.words, { k: key }, settings.lang);
}

/** A sort of things that are used, as a heading. */
export const sortName = (sort: string): string => xOr(`sort.${sort}`, sort);
