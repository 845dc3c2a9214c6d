/** Changes to the rows of a draft; like paint.ts, each returns a new draft. */
import type { Table } from "../../api/protocol";
import type { Drawn } from "../../drafts/paint";
import {
  countsOf,
  countsText,
  refsOf,
  rowsOf,
  valueOf,
  withValue,
  type Row,
} from "../../drafts/values";

type Rows = Readonly<Record<string, Row>>;

const KEY = /^[a-z][a-z0-9_]{0,29}$/;

/** True if a row can have this key. */
export const isKey = (text: string): boolean => KEY.test(text);

function withRows(drawn: Drawn, table: string, rows: Rows): Drawn {
  const { [table]: _, ...others } = drawn.rows;
  const isEmpty = Object.keys(rows).length === 0;
  return { ...drawn, rows: isEmpty ? others : { ...others, [table]: rows } };
}

/** The draft with another value in a row; the row is made if there is none. */
export function written(
  drawn: Drawn,
  table: Table,
  row: string,
  column: string,
  text: string,
): Drawn {
  const rows = rowsOf(drawn, table.key);
  if (row in rows && valueOf(table, rows[row], column) === text) return drawn;
  const changed = withValue(table, rows[row] ?? {}, column, text);
  return withRows(drawn, table.key, { ...rows, [row]: changed });
}

/** A key that no row of any table has: `area_3`. */
export function freeKey(drawn: Drawn, stem: string): string {
  const taken = new Set(Object.values(drawn.rows).flatMap((rows) => Object.keys(rows)));
  for (let n = 1; ; n++) if (!taken.has(`${stem}_${n}`)) return `${stem}_${n}`;
}

/** The draft with one more row, and the row's key; nothing if the table is full. */
export function added(
  drawn: Drawn,
  table: Table,
  values: Row = {},
): { drawn: Drawn; key: string } | undefined {
  const rows = rowsOf(drawn, table.key);
  if (table.fixed || Object.keys(rows).length >= (table.most ?? Infinity)) return undefined;
  const key = freeKey(drawn, table.key.slice(0, 20));
  let row: Row = {};
  for (const [column, text] of Object.entries(values)) row = withValue(table, row, column, text);
  return { drawn: withRows(drawn, table.key, { ...rows, [key]: row }), key };
}

/** The draft without a row, and without what named or stood on it. */
export function removed(drawn: Drawn, tables: readonly Table[], table: Table, key: string): Drawn {
  const { [key]: _, ...rows } = rowsOf(drawn, table.key);
  let next = withRows(drawn, table.key, rows);
  for (const other of tables) {
    const standing = other.columns.find(({ key: name }) => name === other.stands);
    const kept = Object.entries(rowsOf(next, other.key)).filter(
      ([, row]) => standing?.of !== table.key || valueOf(other, row, standing.key) !== key,
    );
    next = withRows(next, other.key, Object.fromEntries(kept));
  }
  return renamedRefs(next, tables, table.key, key, "");
}

/** The draft with another key for a row, wherever it is named; the same if it cannot have it. */
export function renamed(
  drawn: Drawn,
  tables: readonly Table[],
  table: Table,
  from: string,
  to: string,
): Drawn {
  const rows = rowsOf(drawn, table.key);
  if (from === to || !(from in rows) || to in rows || !isKey(to)) return drawn;
  const pairs = Object.entries(rows).map(([key, row]) => [key === from ? to : key, row]);
  const next = withRows(drawn, table.key, Object.fromEntries(pairs) as Rows);
  return renamedRefs(next, tables, table.key, from, to);
}

function renamedRefs(
  drawn: Drawn,
  tables: readonly Table[],
  of: string,
  from: string,
  to: string,
): Drawn {
  let next = drawn;
  for (const table of tables)
    for (const column of table.columns.filter((one) => one.of === of))
      for (const [key, row] of Object.entries(rowsOf(next, table.key))) {
        const text = valueOf(table, row, column.key);
        const changed = renamedIn(column.kind ?? "text", text, from, to);
        if (changed !== text) next = written(next, table, key, column.key, changed);
      }
  return next;
}

function renamedIn(kind: string, text: string, from: string, to: string): string {
  if (kind === "counts")
    return countsText(
      countsOf(text).flatMap(([key, n]): [string, string][] =>
        key !== from ? [[key, n]] : to === "" ? [] : [[to, n]],
      ),
    );
  return refsOf(text)
    .flatMap((key) => (key !== from ? [key] : to === "" ? [] : [to]))
    .join(" ");
}

/** The draft in which two areas are linked, or no longer: each names the other. */
export function linked(drawn: Drawn, table: Table, one: string, other: string): Drawn {
  const column = table.links ?? "";
  if (one === other || column === "") return drawn;
  const rows = rowsOf(drawn, table.key);
  const has = (a: string, b: string): boolean =>
    refsOf(valueOf(table, rows[a], column)).includes(b);
  const isLinked = has(one, other) && has(other, one);
  let next = drawn;
  for (const [a, b] of [
    [one, other],
    [other, one],
  ] as const) {
    const refs = refsOf(valueOf(table, rows[a], column)).filter((key) => key !== b);
    next = written(next, table, a, column, (isLinked ? refs : [...refs, b]).join(" "));
  }
  return next;
}

/** The pairs of linked areas; `both` if each names the other. */
export function linksOf(drawn: Drawn, table: Table): { a: string; b: string; both: boolean }[] {
  const rows = rowsOf(drawn, table.key);
  const refs = new Map(
    Object.entries(rows).map(([key, row]) => [
      key,
      new Set(refsOf(valueOf(table, row, table.links ?? ""))),
    ]),
  );
  return [...refs].flatMap(([a, others]) =>
    [...others].flatMap((b) => {
      const both = refs.get(b)?.has(a) ?? false;
      return refs.has(b) && (!both || a < b) ? [{ a, b, both }] : [];
    }),
  );
}
