/** Which verbs of a scene are shown as buttons, and how. */
import type { Arrange, Verb } from "../../api/protocol";
import { complete } from "../../lib/play/choose";
import type { TableState } from "../../table/store/table.svelte";

/** Ready-made set-ups stand together with the user's own, behind one button. */
export function arrangeOf(table: TableState): Arrange | undefined {
  return (table.timeline.past ? undefined : table.view?.turn?.prompt.arrange) ?? undefined;
}

/** The verbs that can be clicked next. */
export function openVerbs(table: TableState): Verb[] {
  const ready = arrangeOf(table)?.ready ?? {};
  const { next } = table.selection;
  return (table.scene?.verbs ?? []).filter((verb) => next.has(verb.id) && !(verb.id in ready));
}

/** What a verb would do, where that is one whole choice. */
export function noteOf(table: TableState, verb: string): string {
  const { choices, path } = table.selection;
  const note = complete(choices, [...path, verb])?.note;
  return note ? table.say(note) : "";
}

/** True if each verb is a whole choice that says what it does: then they are a list to compare. */
export function isList(table: TableState, verbs: readonly Verb[]): boolean {
  const begins = table.selection.path.length === 0;
  return verbs.length > 2 && begins && verbs.every((verb) => noteOf(table, verb.id));
}

/** True if verbs are what else can be done, before anything on the board is chosen. */
export function isInstead(table: TableState, verbs: readonly Verb[]): boolean {
  const { next, path } = table.selection;
  return path.length === 0 && next.size > verbs.length;
}
