/** What stands on an area: the rows of the tables that lie on its table. */
import type { Table } from "../../api/protocol";
import type { Drawing } from "../model/drawing.svelte";
import { countsOf, refsOf, rowsOf, valueOf } from "../../drafts/values";

/** The tables whose rows stand on rows of this one. */
export const standingOn = (tables: readonly Table[], on: Table): Table[] =>
  tables.filter((table) =>
    table.columns.some(({ key, of }) => key === table.stands && of === on.key),
  );

/** The rows of a table that stand on an area. */
export const rowsOn = (drawing: Drawing, table: Table, area: string): string[] =>
  Object.entries(rowsOf(drawing.drawn, table.key))
    .filter(([, row]) => valueOf(table, row, table.stands ?? "") === area)
    .map(([key]) => key);

/** How many are named in the rows that stand on an area. */
export function unitsOn(drawing: Drawing, on: Table, area: string): number {
  let units = 0;
  for (const table of standingOn(drawing.desk.tables, on))
    for (const key of rowsOn(drawing, table, area))
      for (const { key: column, kind } of table.columns) {
        const text = valueOf(table, rowsOf(drawing.drawn, table.key)[key], column);
        if (kind === "refs") units += refsOf(text).length;
        if (kind === "counts")
          units += countsOf(text).reduce((all, [, n]) => all + (Number(n) || 0), 0);
      }
  return units;
}
