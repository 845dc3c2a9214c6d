/** The verbs of a scene that are shown as buttons, and how. */
import type { Arrange, Verb } from "../../../api/protocol";
import { complete } from "../../../lib/play/choose";
import type { TableState } from "../../store/table.svelte";

/** Ready-made formations and the user's own share one button. */
export function arrangeOf(table: TableState): Arrange | undefined {
  return (table.timeline.past ? undefined : table.view?.turn?.prompt.arrange) ?? undefined;
}

/** The verbs that can be clicked next. */
export function openVerbs(table: TableState): Verb[] {
  const ready = arrangeOf(table)?.ready ?? {};
  const { next } = table.selection;
  return (table.scene?.verbs ?? []).filter((verb) => next.has(verb.id) && !(verb.id in ready));
}

/** The choice that a verb completes, if it does. */
export function noteOf(table: TableState, verb: string): string {
  const { choices, path } = table.selection;
  const note = complete(choices, [...path, verb])?.note;
  return note ? table.say(note) : "";
}

/** True if each verb is a complete choice with a description: then they form a list to compare. */
export function isList(table: TableState, verbs: readonly Verb[]): boolean {
  const begins = table.selection.path.length === 0;
  return verbs.length > 2 && begins && verbs.every((verb) => noteOf(table, verb.id));
}

/** True if verbs are alternatives to choosing on the board, before anything there is chosen. */
export function isInstead(table: TableState, verbs: readonly Verb[]): boolean {
  const { next, path } = table.selection;
  return path.length === 0 && next.size > verbs.length;
}
