/** The live connection of a table: server-sent events, and whether they still arrive. */
import { immutableJSONPatch, type JSONPatchDocument } from "immutable-json-patch";
import { hear, type Hear, type How, type Told } from "./wire";
import type { Change, TableEvents, View } from "./protocol";

export type { Wire } from "./wire";
/** All events but the beat, which only shows that the stream is not dead. */
type Events = Omit<TableEvents, "beat">;
export interface Handlers extends Omit<Hear<Events>, "change">, Required<Told> {
  /** A change cannot be applied, since the view before it never came. */
  missed(): void;
}

/** The view that a change makes of the one before it. */
function changed(view: View, { patch, log, clock }: Change): View {
  const { clock: _, ...made } = immutableJSONPatch(view, patch as JSONPatchDocument) as View;
  return { ...made, log, chat: [], ...(clock && { clock }) };
}

/** Listen to a table until the returned function is called. */
export const listen = (url: string, handlers: Handlers, ...how: How): (() => void) => {
  const { chat, presence, thinking } = handlers;
  let last: View | undefined;
  const view = (now: View): void => handlers.view((last = now));
  const change = (one: Change): void => {
    if (last?.version === one.since) view(changed(last, one));
    else handlers.missed();
  };
  return hear<Events>(url, { view, change, chat, presence, thinking }, handlers, ...how);
};
