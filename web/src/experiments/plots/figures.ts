/** The figures of a report: what is drawn, the CSV, and the games behind each. */
import type { Estimate, Length, Summary } from "../../api/protocol";
import type { Query } from "../api";

/** A variant and its results. */
export type Part = Summary["parts"][number];

/** A mean with its interval; `query` selects the games behind it. */
export interface Span {
  label: string;
  value: number;
  low: number;
  high: number;
  query: Query;
  /** The number of the variant, which gives the colour. */
  variant: number;
}

/** The number of games in a bin from `least` to `most`. */
export interface Bin {
  label: string;
  count: number;
  query: Query;
}

/** The bins of one variant. */
export interface Bars {
  variant: number;
  label: string;
  total: number;
  bins: Bin[];
}

export type Cells = readonly (string | number)[];

const MAX_BINS = 12;

export const spanOf = (
  label: string,
  share: Estimate,
  variant: number,
  query: Query = {},
): Span => ({
  label,
  value: 100 * share[0],
  low: 100 * share[1],
  high: 100 * share[2],
  variant,
  query: { variant, ...query },
});

/** Edges of at most MAX_BINS bins of whole width that hold all values. */
export function edgesOf(values: readonly number[]): number[] {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const width = Math.max(1, Math.ceil((most - least + 1) / MAX_BINS));
  const count = Math.ceil((most - least + 1) / width);
  return Array.from({ length: count + 1 }, (_, n) => least + n * width);
}

/** The measures of game length that a report has. */
export const measuresOf = (parts: readonly Part[]): string[] =>
  parts[0]!.findings.lengths.map(({ name }) => name);

/** The measure to show: the one picked if the report has it, else its first. */
export function measureOf(parts: readonly Part[], picked: string): string {
  const measures = measuresOf(parts);
  return measures.includes(picked) ? picked : (measures[0] ?? "actions");
}

/** The lengths of a variant's games by a measure, if it has any. */
export const lengthBy = (part: Part, measure: string): Length | undefined =>
  part.findings.lengths.find(({ name }) => name === measure);

/** Game lengths as bars, in the same bins for all variants. */
export function lengthBars(
  parts: readonly Part[],
  names: readonly string[],
  lengthOf: (part: Part) => Length | undefined,
  measure: string,
): Bars[] {
  const all = parts.map((part) => Object.entries(lengthOf(part)?.games ?? {}));
  const values = all.flat().map(([value]) => Number(value));
  if (values.length === 0) return [];
  const edges = edgesOf(values);
  return parts.map((_, variant) => ({
    variant,
    label: names[variant]!,
    total: all[variant]!.reduce((sum, [, count]) => sum + count, 0),
    bins: edges.slice(0, -1).map((least, n) => {
      const most = edges[n + 1]! - 1;
      const inside = all[variant]!.filter(([at]) => Number(at) >= least && Number(at) <= most);
      return {
        label: least === most ? `${least}` : `${least}–${most}`,
        count: inside.reduce((sum, [, count]) => sum + count, 0),
        query: { variant, measure, least, most },
      };
    }),
  }));
}

/** Counts by tenths as bars. */
export function tenthBars(
  parts: readonly Part[],
  names: readonly string[],
  countsOf: (part: Part) => readonly number[],
  measure: string,
): Bars[] {
  return parts.map((part, variant) => ({
    variant,
    label: names[variant]!,
    total: part.findings.games,
    bins: countsOf(part).map((count, n) => ({
      label: `${10 * n}–${10 * n + 10}`,
      count,
      query: {
        variant,
        measure,
        least: n / 10,
        most: n === 9 ? 1 : n / 10 + 0.0999,
      },
    })),
  }));
}

export const spanCells = (spans: readonly Span[]): Cells[] =>
  spans.map(({ label, value, low, high }) => [label, fixed(value), fixed(low), fixed(high)]);

export const barCells = (bars: readonly Bars[]): Cells[] =>
  bars.flatMap(({ label, bins }) => bins.map((bin) => [label, bin.label, bin.count]));

const fixed = (value: number): number => Math.round(100 * value) / 100;

/** Hears the keys that press a button; a bin or a row of a drawing is one. */
export const pressed =
  (act: () => void) =>
  (event: KeyboardEvent): void => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    act();
  };

/** A table as CSV (RFC 4180). */
export const csv = (rows: readonly Cells[]): string =>
  rows.map((row) => row.map(cell).join(",")).join("\r\n") + "\r\n";

function cell(value: string | number): string {
  const text = String(value);
  // Strings that a spreadsheet would take for formulas are escaped.
  const safe = typeof value === "string" && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
