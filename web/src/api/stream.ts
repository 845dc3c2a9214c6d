/** Server-sent events in the answer to a post, read from the body as they arrive. */

export interface StreamEvent {
  event: string;
  data: string;
}

/** Assembles chunks of text into events. */
export class EventReader {
  #rest = "";

  /** The events completed by this chunk. */
  feed(piece: string): StreamEvent[] {
    const blocks = (this.#rest + piece).split("\n\n");
    this.#rest = blocks.pop()!;
    return blocks.map(read).filter(({ event }) => event !== "");
  }
}

function read(block: string): StreamEvent {
  const event: StreamEvent = { event: "", data: "" };
  for (const line of block.split("\n")) {
    if (line.startsWith("event: ")) event.event = line.slice(7);
    if (line.startsWith("data: ")) event.data += line.slice(6);
  }
  return event;
}

type Part = Promise<ReadableStreamReadResult<Uint8Array>>;

/** Pass every event of a body to `onEvent` until it ends; `hear` may reword a failure to read on. */
export async function readEvents(
  body: ReadableStream<Uint8Array>,
  onEvent: (event: StreamEvent) => void,
  hear: (part: Part) => Part = (part) => part,
): Promise<void> {
  const events = new EventReader();
  const decoder = new TextDecoder();
  const reader = body.getReader();
  for (let part = await hear(reader.read()); !part.done; part = await hear(reader.read())) {
    events.feed(decoder.decode(part.value, { stream: true })).forEach(onEvent);
  }
}
