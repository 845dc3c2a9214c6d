/** Listen to a stream of server-sent events of one kind; a closed one is opened again. */
type Source = Pick<EventSource, "addEventListener" | "close" | "readyState">;
const CLOSED = 2;

/** Hear `name` until the returned function is called. */
export function listen<Message>(
  url: string,
  name: string,
  onMessage: (message: Message) => void,
  open: (url: string) => Source = (address) => new EventSource(address),
  later: (again: () => void, ms: number) => unknown = setTimeout,
): () => void {
  let source: Source | undefined;
  let ended = false;
  let failures = 0;

  function start(): void {
    if (ended) return;
    source = open(url);
    source.addEventListener("open", () => (failures = 0));
    source.addEventListener("error", () => {
      if (ended || source?.readyState !== CLOSED) return;
      failures += 1;
      later(start, Math.min(1000 * 2 ** failures, 30_000));
    });
    source.addEventListener(name, (event) =>
      onMessage(JSON.parse((event as MessageEvent<string>).data) as Message),
    );
  }

  start();
  return () => {
    ended = true;
    source?.close();
  };
}
