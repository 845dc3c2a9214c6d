/** The live connection of a table: server-sent events, and whether they still arrive. */
import type { TableEvents } from "./protocol";

export type Wire = "connecting" | "live" | "lost";

type EventHandlers = { [Name in keyof TableEvents]: (message: TableEvents[Name]) => void };

export interface Handlers extends EventHandlers {
  wire(state: Wire): void;
  /** The server answered, but not with events. */
  refused(): void;
}

type Source = Pick<EventSource, "addEventListener" | "close" | "readyState">;
const CLOSED = 2;

/** Listen to a table until the returned function is called. A closed connection is reopened. */
export function listen(
  url: string,
  handlers: Handlers,
  open: (url: string) => Source = (address) => new EventSource(address),
  later: (again: () => void, ms: number) => unknown = setTimeout,
): () => void {
  let source: Source | undefined;
  let ended = false;
  let failures = 0;

  function start(): void {
    if (ended) return;
    source = open(url);
    source.addEventListener("open", () => {
      failures = 0;
      handlers.wire("live");
    });
    source.addEventListener("error", onError);
    handle(source, "view", handlers);
    handle(source, "chat", handlers);
    handle(source, "presence", handlers);
    handle(source, "thinking", handlers);
  }

  // The browser reconnects by itself unless the answer was a refusal; then we do, with growing delays.
  function onError(): void {
    if (ended) return;
    handlers.wire("lost");
    if (source?.readyState !== CLOSED) return;
    handlers.refused();
    failures += 1;
    later(start, Math.min(1000 * 2 ** failures, 30_000));
  }

  handlers.wire("connecting");
  start();
  return () => {
    ended = true;
    source?.close();
  };
}

function handle<Name extends keyof EventHandlers>(
  source: Source,
  name: Name,
  handlers: EventHandlers,
): void {
  source.addEventListener(name, (event) => {
    handlers[name](JSON.parse((event as MessageEvent<string>).data) as TableEvents[Name]);
  });
}
