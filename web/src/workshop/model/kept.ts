/** The drafts stored in this browser, one a desk: read, validated, and written back as JSON. */
import type { Table } from "../../api/protocol";
import { whole, type Drawn } from "./paint";
import { rowsOf } from "./values";

export const keyOf = (game: string, desk: string): string => `honjin.draft.${game}.${desk}`;

/** Where drafts lie that the desk could not open. */
export const asideKeyOf = (game: string, desk: string): string => `honjin.aside.${game}.${desk}`;

const isTable = (thing: unknown): thing is Record<string, unknown> =>
  typeof thing === "object" && thing !== null && !Array.isArray(thing);

const isTexts = (thing: unknown): boolean =>
  isTable(thing) && Object.values(thing).every((text) => typeof text === "string");

const isRows = (thing: unknown): boolean => isTable(thing) && Object.values(thing).every(isTexts);

/** The draft in a stored string; undefined if it is invalid. */
export function readDraft(text: string | null): Drawn | undefined {
  try {
    const found: unknown = JSON.parse(text ?? "null");
    if (!isTable(found)) return undefined;
    const { marks = {}, fields = {}, rows = {} } = found;
    if (!isTable(marks) || !Object.values(marks).every(isTexts) || !isTexts(fields))
      return undefined;
    if (!isTable(rows) || !Object.values(rows).every(isRows)) return undefined;
    return whole({ marks, fields, rows } as Drawn);
  } catch {
    return undefined;
  }
}

/** A draft with the rows of another one that tables name and it lacks: those of a table added since. */
export function completed(drawn: Drawn, tables: readonly Table[], usual: Drawn): Drawn {
  const rows = { ...drawn.rows };
  for (const table of tables) {
    const [here, there] = [rowsOf(drawn, table.key), rowsOf(usual, table.key)];
    const missing = (table.rows ?? []).filter(({ key }) => !(key in here) && key in there);
    if (missing.length === 0) continue;
    rows[table.key] = {
      ...here,
      ...Object.fromEntries(missing.map(({ key }) => [key, there[key]!])),
    };
  }
  return { ...drawn, rows };
}
