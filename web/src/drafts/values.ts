/** The values in the rows of a draft, which are texts, as what they stand for. */
import type { Column, Table } from "../api/protocol";
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

/** A text as a file can have it: a full-width space, a tab or what is not seen becomes a plain space. */
export const plain = (text: string): string => text.replace(/[\p{C}\p{Z}]+/gu, " ").trim();

export const refsOf = (text: string): string[] => text.split(" ").filter((part) => part !== "");

/** Names with their numbers as they were typed. */
export const countsOf = (text: string): [string, string][] =>
  refsOf(text).map((part) => {
    const [key = "", n = ""] = part.split("*");
    return [key, n];
  });

export const countsText = (counts: readonly [string, string][]): string =>
  counts.map(([key, n]) => `${key}*${n}`).join(" ");

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
