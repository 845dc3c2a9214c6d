/** Drafts as JSON, as files and earlier versions have them: read and validated. */
import type { Table } from "../api/protocol";
import { whole, type Drawn } from "./paint";
import { rowsOf } from "./values";

const isTable = (thing: unknown): thing is Record<string, unknown> =>
  typeof thing === "object" && thing !== null && !Array.isArray(thing);

const isTexts = (thing: unknown): boolean =>
  isTable(thing) && Object.values(thing).every((text) => typeof text === "string");

const isRows = (thing: unknown): boolean => isTable(thing) && Object.values(thing).every(isTexts);

/** The draft in a stored string; undefined if it is invalid. */
export function readDraft(text: string | null): Drawn | undefined {
  try {
    return draftIn(JSON.parse(text ?? "null"));
  } catch {
    return undefined;
  }
}

function draftIn(found: unknown): Drawn | undefined {
  if (!isTable(found)) return undefined;
  const { marks = {}, fields = {}, rows = {} } = found;
  if (!isTable(marks) || !Object.values(marks).every(isTexts) || !isTexts(fields)) return undefined;
  if (!isTable(rows) || !Object.values(rows).every(isRows)) return undefined;
  return whole({ marks, fields, rows } as Drawn);
}

/** A draft in a file of all drafts. */
export interface Filed {
  game: string;
  desk: string;
  name: string;
  draft: Drawn;
}
const FORMAT = "honjin drafts 1";
const MAX_FILED = 1000;

/** All drafts as the text of a file. */
export const allDrafts = (drafts: readonly Filed[]): string =>
  JSON.stringify({
    format: FORMAT,
    drafts: drafts.map(({ game, desk, name, draft }) => ({ game, desk, name, draft })),
  });

/** The drafts in the text of a file; undefined if it is no such file. */
export function readDrafts(text: string): Filed[] | undefined {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isTable(found) || found["format"] !== FORMAT || !Array.isArray(found["drafts"]))
    return undefined;
  const drafts = found["drafts"].map(filedIn);
  const isWhole = drafts.length <= MAX_FILED && drafts.every((one) => one !== undefined);
  return isWhole ? drafts : undefined;
}

function filedIn(one: unknown): Filed | undefined {
  if (!isTable(one)) return undefined;
  const { game, desk, name } = one;
  const draft = draftIn(one["draft"]);
  const isNamed = [game, desk, name].every(
    (text) => typeof text === "string" && text !== "" && text.length <= 80,
  );
  return isNamed && draft ? ({ game, desk, name, draft } as Filed) : undefined;
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
