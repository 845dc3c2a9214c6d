import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { CHOICES } from "../../src/state/settings.svelte";

type Table = Record<string, string>;

/** The custom properties of the rule with this selector; empty without one. */
function rule(css: string, selector: string): Table {
  const at = css.indexOf(`${selector} {`);
  const body = at < 0 ? "" : css.slice(css.indexOf("{", at) + 1, css.indexOf("}", at));
  return Object.fromEntries(
    [...body.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name!, value!.trim()]),
  );
}

/** A board's colours by day or night: later rules override earlier ones. */
function colours(css: string, board: string, theme: string, root = ":root", end = ""): Table {
  const rows = [root, `${root}[data-theme="dark"]`];
  const own = [
    `${root}[data-board="${board}"]`,
    `${root}[data-board="${board}"][data-theme="dark"]`,
  ];
  const asked = [...rows, ...own].filter((_, n) => theme === "dark" || n % 2 === 0);
  return Object.assign({}, ...asked.map((selector) => rule(css, `${selector}${end}`))) as Table;
}

function luminance(hex: string): number {
  const channels = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  const [r, g, b] = channels.map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}

function contrast(a: string, b: string): number {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high! + 0.05) / (low! + 0.05);
}

// Inks and the grounds they are used on, by skin.
const WRITTEN: Record<string, [ink: string, grounds: string[]][]> = {
  akebono: [
    ["ak-mark", ["ak-1", "ak-2", "ak-3", "ak-4", "ak-5", "ak-6"]],
    ["ak-red-ink", ["ak-red-high", "ak-red", "ak-red-low"]],
    ["ak-white-ink", ["ak-white-high", "ak-white", "ak-white-low"]],
  ],
  rokumon: [
    ["rk-seal-ink", ["rk-gold-ink", "rk-green-ink"]],
    ["rk-gold-ink", ["rk-card"]],
    ["rk-green-ink", ["rk-card"]],
  ],
  akiwado: [["aw-sign", ["aw-east", "aw-west"]]],
  swords: [["sw-ink", ["sw-clear", "sw-difficult", "sw-covered", "sw-treacherous"]]],
  summits: [["su-name", ["su-name-halo"]]],
};
const PAGE = readFileSync("src/ui/app.css", "utf-8");
const MATS = readFileSync("src/skins/boards.css", "utf-8");

function page(theme: string): Table {
  return {
    ...rule(PAGE, ":root"),
    ...(theme === "dark" ? rule(PAGE, ':root[data-theme="dark"]') : {}),
  };
}
const resolved = (table: Table, name: string, of: Table): string =>
  (table[name] ?? "").replace(/var\(--([\w-]+)\)/, (_, other: string) => of[other]!);

for (const board of CHOICES.board)
  for (const theme of ["light", "dark"]) {
    test(`on a board of ${board}, ${theme}, all that is written can be read`, () => {
      const poor = Object.entries(WRITTEN).flatMap(([skin, pairs]) => {
        const css = ["washi", "boards"]
          .map((name) => readFileSync(`src/skins/${skin}/${name}.css`, "utf-8"))
          .join("\n")
          .replace(/:where\((.*?)\)/g, "$1");
        const table = colours(css, board, theme);
        const at = (name: string): string => resolved(table, name, page(theme));
        return pairs.flatMap(([ink, grounds]) =>
          grounds
            .map((ground) => [ink, ground, contrast(at(ink), at(ground))] as const)
            .filter(([, , found]) => !(found >= 4.5)),
        );
      });
      expect(poor).toEqual([]);
    });

    test(`what lies about a board of ${board}, ${theme}, can be read and seen`, () => {
      const mat = { ...page(theme), ...matOf(board, theme) };
      const pairs: [string, string, number][] = [
        ...["paper", "paper-up", "paper-down", "field-a", "field-b"].flatMap(
          (ground): [string, string, number][] => [
            ["ink", ground, 4.5],
            ["ink-soft", ground, 4.5],
            ["vermilion", ground, 3],
            ["last", ground, 3],
          ],
        ),
        ["on-vermilion", "vermilion", 4.5],
      ];
      const poor = pairs
        .map(
          ([ink, ground, least]) =>
            [ink, ground, contrast(mat[ink]!, mat[ground]!), least] as const,
        )
        .filter(([, , found, least]) => !(found >= least));
      expect(poor).toEqual([]);
    });
  }

function matOf(board: string, theme: string): Table {
  const day = rule(MATS, `[data-board="${board}"] .mat`);
  return theme === "dark"
    ? { ...day, ...rule(MATS, `[data-board="${board}"][data-theme="dark"] .mat`) }
    : day;
}
