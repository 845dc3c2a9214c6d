// Cuts the fonts down to the characters that occur in our own words, into src/fonts/.
// Names and chat may hold any character; those fall back to the reader's own fonts.
//
// Kanji come in three files, of which a browser fetches what a page shows: the few signs of the
// English interface, the names on maps, and all that only the Japanese interface says.
import { mkdir, readFile, readdir, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "smol-toml";
import subsetFont from "subset-font";

import { FAMILIES, PICTURES } from "./families.mjs";
import { MACRONS, onlyMacrons, PARTS } from "./macrons.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const web = join(here, "..");
const core = join(web, "../src/honjin/core");
const games = join(web, "../src/honjin/games");
const out = join(web, "src/fonts");
const require = createRequire(import.meta.url);

// The terms in a font's own names, which would be dropped with all that no page needs.
const TERMS = [13, 14];
const ASCII = range(0x20, 0x7e);
const LATIN = ASCII + "–—‘’“”…•→←↑↓\u00a0§·×";
const ACCENTS = range(0xa0, 0xff).replace(/[\u00a0§·×]/g, "");
const KANA =
  range(0x3041, 0x3096) + range(0x30a1, 0x30fc) + "　、。・「」『』（）！？：；〜ー々〆％／";

function range(first, last) {
  return Array.from({ length: last - first + 1 }, (_, n) => String.fromCodePoint(first + n)).join(
    "",
  );
}

async function files(folder, wanted) {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []);
  return entries
    .filter((e) => e.isFile() && wanted.test(e.name))
    .map((e) => join(e.parentPath, e.name))
    .sort();
}

async function characters(paths, part = (text) => text) {
  const texts = await Promise.all(paths.map((path) => readFile(path, "utf-8")));
  return new Set([...texts.map(part).join("")].filter((c) => c.codePointAt(0) >= 0x2e80));
}

// What a reader of English meets, too.
const english = (text) => said(parse(text)).join("");
const said = (value, key = "") =>
  key === "ja"
    ? []
    : typeof value === "string"
      ? [value]
      : value !== null && typeof value === "object"
        ? Object.entries(value).flatMap(([name, part]) => said(part, name))
        : [];

const without = (some, ...sets) =>
  [...some].filter((one) => !sets.some((set) => set.has(one))).join("");

const headings = (text) =>
  text
    .split("\n")
    .filter((line) => line.startsWith("#"))
    .join("");

const words = [
  ...(await files(join(web, "src"), /\.(json|svelte|ts)$/)),
  ...(await files(games, /\.toml$/)),
  ...(await files(core, /\.toml$/)),
];
const rules = await files(games, /^rules.*\.md$/);
const ours = new Set([...(await characters(words)), ...(await characters(rules, headings))]);
const all = new Set([...ours, ...(await characters(rules))]);

const isMap = (path) => /[\\/]content[\\/]/.test(path);
const isJapanese = (path) => /ja\.(json|toml)$/.test(path);
const tomls = words.filter((path) => path.endsWith(".toml"));
const code = words.filter((path) => !path.endsWith(".toml") && !isJapanese(path));
const signs = new Set([
  ...(await characters(code)),
  ...(await characters(
    tomls.filter((path) => !isMap(path) && !isJapanese(path)),
    english,
  )),
]);
const maps = await characters(tomls.filter(isMap), english);

await mkdir(join(out, "ttf"), { recursive: true });
let css = "/* Made by tools/fonts.mjs. */\n";
for (const { family, from, name, weights, rules } of FAMILIES) {
  const japanese = [...(rules ? all : ours)].join("") + KANA;
  const cuts = [
    ["latin", "latin", LATIN],
    ["accents", "latin", ACCENTS],
    ["signs", "japanese", [...signs].join("")],
    ["maps", "japanese", without(maps, signs)],
    ["japanese", "japanese", without(new Set(japanese), signs, maps)],
  ];
  for (const weight of weights) {
    for (const [part, script, text] of cuts)
      css += await cut({ family, from, name, weight, part, script }, text);
    css += await cutMacrons({ family, from, name, weight });
    if (PICTURES.includes(`${name} ${weight}`))
      await cutWhole(from, name, weight, LATIN + ACCENTS + japanese);
  }
}
await writeFile(join(out, "fonts.css"), css);

async function cut({ family, from, name, weight, part, script }, text) {
  const file = `${name}-${part}-${weight}-normal.woff2`;
  const small = await reduced(await source(from, name, script, weight), text, "woff2");
  await writeFile(join(out, file), small);
  return face(family, weight, file, text);
}

async function cutMacrons({ family, from, name, weight }) {
  const file = `${name}-macrons-${weight}-normal.woff2`;
  const parts = await reduced(await source(from, name, "latin", weight), PARTS, "truetype");
  const made = await reduced(onlyMacrons(parts), MACRONS, "woff2");
  await writeFile(join(out, file), made);
  return face(family, weight, file, MACRONS);
}

function reduced(font, text, targetFormat) {
  return subsetFont(font, text, { targetFormat, preserveNameIds: TERMS });
}

function source(from, name, script, weight) {
  return readFile(require.resolve(`${from}/files/${name}-${script}-${weight}-normal.woff2`));
}

function face(family, weight, file, text) {
  return `@font-face {
  font-family: "${family}";
  font-weight: ${weight};
  font-display: swap;
  src: url("./${file}") format("woff2");
  unicode-range: ${ranges(text)};
}
`;
}

// One file for both scripts: what draws pictures takes a text's other glyphs from any font at all.
async function cutWhole(from, name, weight, text) {
  const whole = await source(from, name, "japanese", weight);
  const small = await reduced(whole, text, "truetype");
  await writeFile(join(out, "ttf", `${name}-${weight}.ttf`), small);
}

function ranges(text) {
  const points = [...new Set([...text].map((c) => c.codePointAt(0)))].sort((a, b) => a - b);
  const spans = [];
  for (const point of points) {
    const last = spans.at(-1);
    if (last && last[1] === point - 1) last[1] = point;
    else spans.push([point, point]);
  }
  const hex = (n) => n.toString(16).toUpperCase();
  return spans.map(([a, b]) => (a === b ? `U+${hex(a)}` : `U+${hex(a)}-${hex(b)}`)).join(", ");
}
