/** Options of a game in words, and which of them matter. */
import type { GameInfo, OptionInfo, Options } from "../lib/protocol";
import { word } from "../lib/say";
import { settings } from "../state/settings.svelte";

/** Whether an option matters beside the others. */
export function applies(option: OptionInfo, chosen: Options): boolean {
  if (!option.when) return true;
  const [key, values] = option.when;
  return values.includes(String(chosen[key]));
}

const say = (game: GameInfo, key: string, otherwise: string): string =>
  word(game.words, key, settings.lang) ?? otherwise;

/** What an option is called. */
export const optionName = (game: GameInfo, key: string): string => say(game, `option.${key}`, key);

/** What a value of an option is called. */
export const valueName = (game: GameInfo, key: string, value: string): string =>
  say(game, `option.${key}.${value}`, value);

/** The options that matter, each with name and value; flags that are off stay away. */
export function optionLines(game: GameInfo, chosen: Options): { key: string; name: string; value: string }[] {
  return game.options
    .filter((option) => applies(option, chosen) && chosen[option.key] !== undefined)
    .filter((option) => chosen[option.key] !== false && chosen[option.key] !== "")
    .map(({ key }) => ({
      key,
      name: optionName(game, key),
      value: chosen[key] === true ? "✓" : valueName(game, key, String(chosen[key])),
    }));
}

/** The preset whose options these are, if any. */
export function presetOf(game: GameInfo, chosen: Options): string | undefined {
  const fits = game.presets.find((preset) =>
    Object.entries(preset.options).every(([key, value]) => chosen[key] === value),
  );
  return fits?.key;
}

/** What a preset is called. */
export const presetName = (game: GameInfo, key: string): string => say(game, `preset.${key}`, key);
export const presetAbout = (game: GameInfo, key: string): string | undefined =>
  word(game.words, `preset.${key}.about`, settings.lang);
