/** The rules of a game: which of them apply, and what a search finds in them. */
import type { Options, ReferenceTable, Row, Rules, Words } from "../api/protocol";
import { speak } from "./say";
import type { Lang } from "./template";

type When = Row["when"];

/** True if a game with these options meets a condition. */
export const holds = (when: When, options: Options): boolean =>
  Object.entries(when ?? {}).every(([key, values]) => values.includes(options[key]!));

/** A paragraph of the rules: its text, and the same in the other language. */
export interface Paragraph {
  /** The number of a statement; a paragraph of the summary has none. */
  number: string;
  text: string;
  other: string;
}

export interface Section<Item> {
  title: string;
  items: Item[];
}

export interface Entry {
  row: Row;
  name: string;
  /** The name in the other script. */
  other: string;
  cells: string[];
  note: string;
}

export interface Sheet extends Section<Entry> {
  heads: string[];
  drawn: NonNullable<ReferenceTable["drawn"]>;
}

/** What applies to a game, and what applies only to others. */
export interface Shown {
  summary: Section<Paragraph>;
  sheets: Sheet[];
  chapters: Section<Paragraph>[];
  others: { sheets: Sheet[]; chapters: Section<Paragraph>[] };
}

/** The rules in a language, divided by a game's options. Statements shown in a table are not repeated. */
export function arrange(rules: Rules, words: Words, options: Options, lang: Lang): Shown {
  const book = rules.rulebooks[lang] ?? rules.rulebooks["en"];
  const second = rules.rulebooks[lang === "en" ? "ja" : "en"];
  const otherText = new Map(
    second?.chapters.flatMap((chapter) => chapter.statements.map((s) => [s.number, s.text])),
  );
  const known = new Set(rules.tables.flatMap((table) => table.rows.map((row) => row.tells)));
  const chapters = (keep: (when: When) => boolean): Section<Paragraph>[] =>
    (book?.chapters ?? [])
      .map(({ title, statements }) => ({
        title,
        items: statements
          .filter(({ number, when }) => keep(when) && !known.has(number))
          .map(({ number, text }) => ({ number, text, other: otherText.get(number) ?? "" })),
      }))
      .filter(({ items }) => items.length > 0);
  const sheets = (keep: (when: When) => boolean): Sheet[] =>
    rules.tables
      .map((table) => sheet(table, words, lang, keep))
      .filter(({ items }) => items.length > 0);
  const here = (when: When): boolean => holds(when, options);
  const elsewhere = (when: When): boolean => !here(when);
  return {
    summary: {
      title: book?.title ?? "",
      items: (book?.summary ?? [])
        .map(({ text, when }, n) => ({ text, when, other: second?.summary[n]?.text ?? "" }))
        .filter(({ when }) => here(when))
        .map(({ text, other }) => ({ number: "", text, other })),
    },
    sheets: sheets(here),
    chapters: chapters(here),
    others: { sheets: sheets(elsewhere), chapters: chapters(elsewhere) },
  };
}

function sheet(
  table: ReferenceTable,
  words: Words,
  lang: Lang,
  keep: (when: When) => boolean,
): Sheet {
  const say = (cell: NonNullable<Row["cells"]>[number]): string =>
    typeof cell === "object" ? speak(words, cell, lang) : String(cell);
  return {
    title: say(table.title),
    heads: (table.heads ?? []).map(say),
    drawn: table.drawn ?? "piece",
    items: table.rows
      .filter((row) => keep(row.when))
      .map((row) => ({
        row,
        name: say(row.name),
        other: speak(words, row.name, lang === "en" ? "ja" : "en"),
        cells: (row.cells ?? []).map(say),
        note: row.note ? say(row.note) : "",
      })),
  };
}

// ---------------------------------------------------------------- searching

/** A string for comparison: without case, width and macrons, each letter in its place. */
export function folded(text: string): string {
  let out = "";
  for (let n = 0; n < text.length; n++) out += foldedUnit(text[n]!);
  return out;
}

function foldedUnit(unit: string): string {
  const plain = unit
    .normalize("NFKC")
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .normalize("NFC");
  // Positions stay the same, so that matches can be marked.
  return plain.length === 1 ? plain.toLowerCase().slice(0, 1) : unit;
}

/** The query for a field; a statement number is not a query. */
export const sought = (query: string): string => folded(query.trim());

/** The statement number in a query, such as "4.2" or "§w5". */
export function numberIn(query: string, numbers: ReadonlySet<string>): string | undefined {
  const number = folded(query.trim()).replace(/^§/, "").replace(/\.$/, "").toUpperCase();
  return numbers.has(number) ? number : undefined;
}

/** The positions at which a string occurs in another. */
export function hitsIn(text: string, wanted: string): number[] {
  if (!wanted) return [];
  const where = folded(text);
  const hits: number[] = [];
  for (let at = where.indexOf(wanted); at >= 0; at = where.indexOf(wanted, at + wanted.length))
    hits.push(at);
  return hits;
}

const plain = (text: string): string => text.replaceAll("**", "");
const isIn = (wanted: string, ...texts: string[]): boolean =>
  texts.some((text) => folded(plain(text)).includes(wanted));

/** The parts of the rules that contain the query; all of them if it is empty. */
export function search(shown: Shown, wanted: string): Shown {
  if (!wanted) return shown;
  const paragraphs = (section: Section<Paragraph>): Section<Paragraph> => ({
    ...section,
    items: section.items.filter(({ text, other }) => isIn(wanted, text, other)),
  });
  const found = (parts: { sheets: Sheet[]; chapters: Section<Paragraph>[] }): Shown["others"] => ({
    sheets: parts.sheets
      .map((one) => ({ ...one, items: one.items.filter((item) => isInEntry(wanted, item)) }))
      .filter(({ items }) => items.length > 0),
    chapters: parts.chapters.map(paragraphs).filter(({ items }) => items.length > 0),
  });
  return { summary: paragraphs(shown.summary), ...found(shown), others: found(shown.others) };
}

const isInEntry = (wanted: string, { name, other, cells, note }: Entry): boolean =>
  isIn(wanted, name, other, note, ...cells);

/** The number of these paragraphs and rows. */
export const countOf = (parts: { sheets: Sheet[]; chapters: Section<Paragraph>[] }): number =>
  [...parts.sheets, ...parts.chapters].reduce((n, { items }) => n + items.length, 0);

// ---------------------------------------------------------------- marked-up text

/** A part of a text: bold, a link to a statement, or a match of the search. */
export interface Piece {
  text: string;
  strong: boolean;
  rule: string;
  hit: boolean;
}

const CITED = /§([A-Z]?\d+(?:\.\d+)*)/g;

/** A text with **bold** and §8, split into parts, with matches marked. */
export function pieces(text: string, wanted: string, numbers: ReadonlySet<string>): Piece[] {
  const bare = plain(text);
  const marks = bare.length;
  const strong = new Uint8Array(marks);
  const hit = new Uint8Array(marks);
  const rule = new Array<string>(marks).fill("");
  let at = 0;
  for (const [n, part] of text.split("**").entries()) {
    if (n % 2 === 1) strong.fill(1, at, at + part.length);
    at += part.length;
  }
  for (const found of bare.matchAll(CITED))
    if (numbers.has(found[1]!)) rule.fill(found[1]!, found.index, found.index + found[0].length);
  for (const from of hitsIn(bare, wanted)) hit.fill(1, from, from + wanted.length);
  const cut: Piece[] = [];
  for (let n = 0; n < marks; n++) {
    const last = cut.at(-1);
    const isSame =
      last !== undefined &&
      last.strong === (strong[n] === 1) &&
      last.hit === (hit[n] === 1) &&
      last.rule === rule[n] &&
      !(rule[n] && bare[n] === "§");
    if (isSame) last.text += bare[n]!;
    else cut.push({ text: bare[n]!, strong: strong[n] === 1, hit: hit[n] === 1, rule: rule[n]! });
  }
  return cut;
}
