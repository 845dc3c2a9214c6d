/** Who wins a start: the figures of a preset in words. */
import type { GameInfo, Options, PresetInfo, WinFigure } from "../../api/protocol";
import { speak } from "../../lib/say";
import { settings } from "../../state/settings.svelte";
import { t } from "../../state/words.svelte";
import { botName, botReading } from "../seats/holder";
import { applies, usual } from "./options";

/** The level of figures that are exact. */
export const PERFECT = "perfect";

type Share = WinFigure["seats"][number];

/** A seat or a place in turn order, with its share in each figure of the preset. */
export interface Row {
  name: string;
  shares: (Share | undefined)[];
}

/** The rows of all figures of a preset: its seats, then the places in turn order. */
export function rowsOf(game: GameInfo, preset: PresetInfo): Row[] {
  const figures = preset.figures ?? [];
  const seats = preset.sides.map((side, n) => ({
    name: speak(game.words, side, settings.lang),
    shares: figures.map((one) => one.seats[n]),
  }));
  const places = preset.sides.map((_, n) => ({
    name: placeName(n, preset.seats),
    shares: figures.map((one) => one.order?.[n]),
  }));
  return [...seats, ...places].filter(({ shares }) => shares.some(Boolean));
}

const placeName = (n: number, seats: number): string =>
  seats === 2 ? t(n === 0 ? "starts.first" : "starts.second") : t("starts.place", { n: n + 1 });

export const levelName = (level: string): string =>
  level === PERFECT
    ? t("starts.perfect")
    : settings.lang === "ja"
      ? botName(level)
      : botReading(level);

/** A share with its interval, as `80 (76–84)`. */
export const shareText = ([share, low, high]: Share): string =>
  low === high ? `${share}` : `${share} (${low}–${high})`;

/** The figure of the strongest level, and that of perfect play, in a sentence each. */
export function sentences(game: GameInfo, preset: PresetInfo): string[] {
  const figures = preset.figures ?? [];
  const best = figures.findLastIndex(({ level }) => level !== PERFECT);
  const perfect = figures.findIndex(({ level }) => level === PERFECT);
  return [best, perfect].filter((n) => n >= 0).map((n) => sentence(game, preset, n));
}

/** A figure in a sentence: the side, or the place in turn order, that wins most. */
function sentence(game: GameInfo, preset: PresetInfo, figure: number): string {
  const found = rowsOf(game, preset)
    .filter(({ shares }) => shares[figure])
    .map(({ name, shares }) => ({ who: name, share: shares[figure]! }))
    .sort((one, other) => other.share[0] - one.share[0]);
  const { who, share } = found[0]!;
  const [n, low, high] = share;
  const { level } = preset.figures![figure]!;
  const [least, even] = [found.at(-1)!.share[0], Math.round(100 / preset.seats)];
  const holes = { who, n, low, high, least, most: n, even, level: levelName(level) };
  if (level === PERFECT)
    return t(low === high ? "starts.wins.solved" : "starts.wins.perfect", holes);
  if (preset.seats === 1) return t("starts.wins.alone", holes);
  if (preset.seats === 2) return t("starts.wins", holes);
  return t(low <= even ? "starts.wins.nobody" : "starts.wins.many", holes);
}

/** The preset whose options are exactly these, so that its figures hold. */
export const startOf = (game: GameInfo, chosen: Options): PresetInfo | undefined =>
  game.presets.find((preset) => {
    const full: Options = { ...usual(game), ...preset.options };
    return game.options
      .filter((option) => applies(option, full))
      .every(({ key }) => chosen[key] === full[key]);
  });
