/** The drafts stored in this browser, one a desk: read, validated, and written back as JSON. */
import { whole, type Drawn } from "./paint";

export const keyOf = (game: string, desk: string): string => `honjin.draft.${game}.${desk}`;

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
