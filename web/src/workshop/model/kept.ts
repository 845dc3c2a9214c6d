/** The draft of each desk that is kept in this browser: read, checked, written back as text. */
import { whole, type Drawn } from "./paint";

export const keyOf = (game: string, desk: string): string => `honjin.draft.${game}.${desk}`;

const isTable = (thing: unknown): thing is Record<string, unknown> =>
  typeof thing === "object" && thing !== null && !Array.isArray(thing);

const isTexts = (thing: unknown): boolean =>
  isTable(thing) && Object.values(thing).every((text) => typeof text === "string");

/** The draft that a text holds, or undefined where it holds none. */
export function readDraft(text: string | null): Drawn | undefined {
  try {
    const found: unknown = JSON.parse(text ?? "null");
    if (!isTable(found)) return undefined;
    const { marks = {}, fields = {} } = found;
    if (!isTable(marks) || !Object.values(marks).every(isTexts) || !isTexts(fields))
      return undefined;
    return whole({ marks, fields } as Drawn);
  } catch {
    return undefined;
  }
}
