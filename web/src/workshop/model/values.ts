/** The values in the rows of a draft, which are texts, as what they stand for. */
import type { Column, Table } from "../../api/protocol";
import type { Drawn } from "./paint";

export type Point = readonly [number, number];
export type Row = Readonly<Record<string, string>>;

/** The value of a flag that is set. */
export const YES = "yes";

export const rowsOf = (drawn: Drawn, table: string): Readonly<Record<string, Row>> =>
  drawn.rows[table] ?? {};

export const columnOf = (table: Table, key: string): Column | undefined =>
  table.columns.find((column) => column.key === key);

export const valueOf = (table: Table, row: Row | undefined, key: string): string =>
  row?.[key] ?? columnOf(table, key)?.default ?? "";

/** A number that was typed, within its column's limits; left out if it may be, else the usual one. */
export function numberText(column: Column, typed: string): string {
  const { low = 0, high = 0, blank = false, default: usual = String(low) } = column;
  const n = Math.round(Number(typed));
  if (typed !== "" && Number.isFinite(n)) return String(Math.min(high, Math.max(low, n)));
  return blank ? "" : usual;
}

/** A text as a file can have it: a full-width space, a tab or what is not seen becomes a plain space. */
export const plain = (text: string): string => text.replace(/[\p{C}\p{Z}]+/gu, " ").trim();

export const refsOf = (text: string): string[] => text.split(" ").filter((part) => part !== "");

export const countsOf = (text: string): [string, number][] =>
  refsOf(text).map((part) => {
    const [key = "", n = "0"] = part.split("*");
    return [key, Number(n)];
  });

export const countsText = (counts: readonly [string, number][]): string =>
  counts
    .filter(([, n]) => n > 0)
    .map(([key, n]) => `${key}*${n}`)
    .join(" ");

export const pointsOf = (text: string): Point[] =>
  refsOf(text).map((part): Point => {
    const [x = 0, y = 0] = part.split(",").map(Number);
    return [x, y];
  });

export const pointsText = (points: readonly Point[]): string =>
  points.map(([x, y]) => `${Math.round(x)},${Math.round(y)}`).join(" ");

/** The row with another value; one that is the column's default is left out. */
export function withValue(table: Table, row: Row, key: string, text: string): Row {
  const { [key]: _, ...others } = row;
  const usual = columnOf(table, key)?.default ?? "";
  return text === usual ? others : { ...others, [key]: text };
}
