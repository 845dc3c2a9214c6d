/** Options of a game in words, and which of them matter. */
import { api, Refused } from "../../api/client";
import type { GameInfo, OptionInfo, Options, PresetInfo } from "../../api/protocol";
import { capital, speak, word } from "../../lib/say";
import { courtesy } from "../../state/notices.svelte";
import { settings } from "../../state/settings.svelte";
import { t } from "../../state/words.svelte";

/** True if an option matters, given the others. */
export function applies(option: OptionInfo, chosen: Options): boolean {
  if (!option.when) return true;
  const [key, values] = option.when;
  return values.includes(String(chosen[key]));
}

const say = (game: GameInfo, key: string, otherwise: string): string =>
  word(game.words, key, settings.lang) ?? otherwise;

/** The default options of a game. */
export const usual = (game: GameInfo | undefined): Options =>
  Object.fromEntries(game?.options.map((option) => [option.key, option.default]) ?? []);

/** The name of an option. */
export const optionName = (game: GameInfo, key: string): string => say(game, `option.${key}`, key);

/** What to write for an option that is free text. */
export const optionAbout = (game: GameInfo, key: string): string =>
  say(game, `option.${key}.about`, "");

/** The name of an option's value; the text of a file is not shown. */
export function valueName(game: GameInfo, key: string, value: string): string {
  const isOwn = game.options.some(
    (option) => option.key === key && option.file && value !== option.default,
  );
  return capital(say(game, `option.${key}.${isOwn ? "own" : value}`, value));
}

/** What is wrong with a file, where the server says it in the words of the game. */
export async function flawOf({ key }: GameInfo, error: unknown): Promise<string | undefined> {
  const say = error instanceof Refused ? error.problem.say : undefined;
  const page = say && (await courtesy(api.game(key)));
  return page && speak(page.game.words, say, settings.lang);
}

/** The options that matter and differ from the default, each with name and value. */
export function optionLines(
  game: GameInfo,
  chosen: Options,
): { key: string; name: string; value: string }[] {
  return game.options
    .filter((option) => applies(option, chosen) && chosen[option.key] !== undefined)
    .filter((option) => chosen[option.key] !== option.default)
    .map(({ key }) => ({
      key,
      name: optionName(game, key),
      value: valued(game, key, chosen[key]!),
    }));
}

/** A value of an option in words. */
export function valued(game: GameInfo, key: string, value: string | boolean): string {
  if (typeof value === "boolean") return t(value ? "form.yes" : "form.no");
  return valueName(game, key, value);
}

const fits = (preset: PresetInfo, chosen: Options): boolean =>
  Object.entries(preset.options).every(([key, value]) => chosen[key] === value);

/** The preset whose options these are, if any: of several that fit, the one that says most. */
export const presetOf = (game: GameInfo, chosen: Options): string | undefined =>
  game.presets
    .filter((preset) => fits(preset, chosen))
    .toSorted((one, other) => sets(other) - sets(one))[0]?.key;

const sets = (preset: PresetInfo): number => Object.keys(preset.options).length;

/** The bots that support these options; not all bots do. */
export function botsFor(game: GameInfo, chosen: Options): string[] {
  const presets = game.presets.filter((preset) => fits(preset, chosen));
  return game.bots.filter((bot) => presets.every((preset) => preset.bots.includes(bot)));
}

/** The name of a preset. */
export const presetName = (game: GameInfo, key: string): string => say(game, `preset.${key}`, key);
export const presetAbout = (game: GameInfo, key: string): string | undefined =>
  word(game.words, `preset.${key}.about`, settings.lang);

/** The lines about a preset: its name, and a description if the game has one. */
export function presetLines(
  game: GameInfo,
  key: string,
): { part: "name" | "about"; text: string }[] {
  const about = presetAbout(game, key);
  const name = { part: "name" as const, text: presetName(game, key) };
  return about ? [name, { part: "about", text: about }] : [name];
}
