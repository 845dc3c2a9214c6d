import { expect, test } from "vitest";
import { EventReader, readEvents } from "../../src/api/stream";

const TEXT =
  'event: analysis\ndata: {"step":1}\n\n: still here\n\nevent: analysis\ndata: {"step":1,"done":true}\n\n';

test("events are put together whatever pieces they come in", () => {
  for (const size of [1, 3, 7, 1000]) {
    const events = new EventReader();
    const heard = [];
    for (let at = 0; at < TEXT.length; at += size)
      heard.push(...events.feed(TEXT.slice(at, at + size)));
    expect(heard).toEqual([
      { event: "analysis", data: '{"step":1}' },
      { event: "analysis", data: '{"step":1,"done":true}' },
    ]);
  }
});

test("a body is read to its end, including split characters", async () => {
  const bytes = new TextEncoder().encode("event: x\ndata: 真田\n\n");
  const body = new ReadableStream<Uint8Array>({
    start(control) {
      for (const byte of bytes) control.enqueue(Uint8Array.of(byte));
      control.close();
    },
  });
  const heard: string[] = [];
  await readEvents(body, ({ data }) => heard.push(data));
  expect(heard).toEqual(["真田"]);
});

test("what the hearer throws ends the reading", async () => {
  const body = new Response(TEXT).body!;
  const refuse = (): never => {
    throw new Error("no");
  };
  await expect(readEvents(body, refuse)).rejects.toThrow("no");
});
