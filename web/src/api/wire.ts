/** Streams of server-sent events: one that ends, or falls silent, is opened again. */
import { open as together, type Source } from "./together";

export type Wire = "connecting" | "live" | "lost";
/** What is done with the messages of each event. */
export type Hear<Events> = { [Name in keyof Events]: (message: Events[Name]) => void };
/** What else there is to know about a stream. */
export interface Told {
  wire?(state: Wire): void;
  /** The server answered, but not with events. */
  refused?(): void;
}
/** How a stream is opened, and waited for; tests have their own ways. */
export type How = [
  open?: (url: string) => Source,
  later?: (again: () => void, ms: number) => unknown,
];
const CLOSED = 2;
/**
 * The server says something at least every 15 seconds. A network that is gone without a word, as
 * on a phone between two of them, leaves a stream open on which nothing comes any more; milliseconds.
 */
export const SILENCE = 40_000;

/** Hear the events of a stream until the returned function is called. */
export function hear<Events extends object>(
  url: string,
  events: Hear<Events>,
  told: Told,
  ...[open = together, later = setTimeout]: How
): () => void {
  let source: Source | undefined;
  let ended = false;
  let failures = 0;
  let silence: ReturnType<typeof setTimeout> | undefined;

  function start(): void {
    if (ended) return;
    const mine = (source = open(url));
    heard();
    on("open", () => {
      failures = 0;
      told.wire?.("live");
    });
    on("error", onError);
    on("beat", () => undefined);
    for (const name of Object.keys(events) as (keyof Events & string)[])
      on(name, (event) =>
        events[name](JSON.parse((event as MessageEvent<string>).data) as Events[typeof name]),
      );

    function on(name: string, then: (event: Event) => void): void {
      mine.addEventListener(name, (event) => {
        if (ended || mine !== source) return;
        heard();
        then(event);
      });
    }
  }

  function heard(): void {
    clearTimeout(silence);
    silence = setTimeout(() => {
      told.wire?.("lost");
      source?.close();
      start();
    }, SILENCE);
  }

  // The browser reconnects by itself unless the answer was a refusal; then we do, with growing delays.
  function onError(): void {
    told.wire?.("lost");
    if (source?.readyState !== CLOSED) return;
    clearTimeout(silence);
    told.refused?.();
    failures += 1;
    later(start, Math.min(1000 * 2 ** failures, 30_000));
  }

  told.wire?.("connecting");
  start();
  return () => {
    ended = true;
    clearTimeout(silence);
    source?.close();
  };
}

/** Hear the events of one kind. */
export const listen = <Message>(
  url: string,
  name: string,
  onMessage: (message: Message) => void,
  ...how: How
): (() => void) => hear<Record<string, Message>>(url, { [name]: onMessage }, {}, ...how);
