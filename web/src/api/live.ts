/** The live connection of a table: server-sent events, and whether they still arrive. */
import { hear, type Hear, type How, type Told } from "./wire";
import type { TableEvents } from "./protocol";

export type { Wire } from "./wire";
/** All events but the beat, which only shows that the stream is not dead. */
type Events = Omit<TableEvents, "beat">;
export type Handlers = Hear<Events> & Required<Told>;

/** Listen to a table until the returned function is called. */
export const listen = (url: string, handlers: Handlers, ...how: How): (() => void) => {
  const { view, chat, presence, thinking } = handlers;
  return hear<Events>(url, { view, chat, presence, thinking }, handlers, ...how);
};
