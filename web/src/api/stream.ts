/** Server-sent events that answer a post, read from the body as they come. */

export interface Told {
  event: string;
  data: string;
}

/** Puts pieces of text together to events. */
export class EventReader {
  #rest = "";

  /** The events that are whole with this piece. */
  feed(piece: string): Told[] {
    const blocks = (this.#rest + piece).split("\n\n");
    this.#rest = blocks.pop()!;
    return blocks.map(read).filter((told) => told.event !== "");
  }
}

function read(block: string): Told {
  const told: Told = { event: "", data: "" };
  for (const line of block.split("\n")) {
    if (line.startsWith("event: ")) told.event = line.slice(7);
    if (line.startsWith("data: ")) told.data += line.slice(6);
  }
  return told;
}

/** Hear every event of a body until it ends. */
export async function readEvents(
  body: ReadableStream<Uint8Array>,
  hear: (told: Told) => void,
): Promise<void> {
  const events = new EventReader();
  const decoder = new TextDecoder();
  const reader = body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    events.feed(decoder.decode(part.value, { stream: true })).forEach(hear);
  }
}
