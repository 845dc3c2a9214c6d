import { expect, test, vi } from "vitest";
import { listen, type Wire } from "../../src/api/live";
import { SILENCE } from "../../src/api/wire";

class FakeSource extends EventTarget {
  readyState = 1;
  closed = false;
  constructor(readonly url: string) {
    super();
  }
  close(): void {
    this.closed = true;
  }
  say(name: string, data: unknown): void {
    this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data) }));
  }
}

function open() {
  const sources: FakeSource[] = [];
  const heard: unknown[] = [];
  const wires: Wire[] = [];
  const waiting: (() => void)[] = [];
  let refusals = 0;
  let misses = 0;
  const hear = (message: unknown): void => void heard.push(message);
  const stop = listen(
    "/events",
    {
      view: hear,
      chat: hear,
      presence: hear,
      thinking: hear,
      wire: (wire) => wires.push(wire),
      refused: () => void refusals++,
      missed: () => void misses++,
    },
    (url) => {
      const source = new FakeSource(url);
      sources.push(source);
      return source as unknown as EventSource;
    },
    (again) => waiting.push(again),
  );
  return { sources, heard, wires, waiting, stop, refused: () => refusals, missed: () => misses };
}

test("views, chat and presence are passed on", () => {
  const { sources, heard } = open();
  sources[0]!.say("view", { version: 3 });
  sources[0]!.say("presence", { online: [true] });
  expect(heard).toEqual([{ version: 3 }, { online: [true] }]);
});

test("a change is passed on as the view that it makes", () => {
  const { sources, heard } = open();
  const log = { start: 0, lines: [] };
  const seats = [{ kind: "person" }];
  sources[0]!.say("view", {
    version: 3,
    seats,
    next: "t2",
    log,
    clock: { now: 5 },
    chat: ["hello"],
  });
  const patch = [
    { op: "replace", path: "/version", value: 5 },
    { op: "add", path: "/turn", value: { seat: 1 } },
    { op: "remove", path: "/next" },
  ];
  const later = { start: 4, lines: [{ step: 1 }] };
  sources[0]!.say("change", { since: 3, patch, log: later, clock: { now: 9 } });
  const view = { version: 5, seats, turn: { seat: 1 }, log: later, clock: { now: 9 }, chat: [] };
  expect(heard[1]).toEqual(view);
  expect((heard[1] as typeof view).seats).toBe((heard[0] as typeof view).seats);
});

test("a change of a view that never came is noticed", () => {
  const { sources, heard, missed } = open();
  sources[0]!.say("view", { version: 3 });
  sources[0]!.say("change", { since: 4, patch: [], log: { start: 0, lines: [] } });
  expect([missed(), heard.length]).toEqual([1, 1]);
});

test("a lost connection is reported, and so is its return", () => {
  const { sources, wires } = open();
  sources[0]!.dispatchEvent(new Event("open"));
  sources[0]!.dispatchEvent(new Event("error"));
  sources[0]!.dispatchEvent(new Event("open"));
  expect(wires).toEqual(["connecting", "live", "lost", "live"]);
});

test("a closed connection is reopened, unless the browser reconnects by itself", () => {
  const { sources, waiting } = open();
  sources[0]!.dispatchEvent(new Event("error"));
  expect(waiting).toHaveLength(0);
  sources[0]!.readyState = 2;
  sources[0]!.dispatchEvent(new Event("error"));
  waiting[0]!();
  expect(sources).toHaveLength(2);
});

test("after leaving nothing is opened again", () => {
  const { sources, stop, wires } = open();
  stop();
  sources[0]!.dispatchEvent(new Event("error"));
  expect(sources[0]!.closed).toBe(true);
  expect(wires).toEqual(["connecting"]);
});

test("an answer other than a stream is a refusal, a lost connection is not", () => {
  const { sources, refused } = open();
  sources[0]!.dispatchEvent(new Event("error"));
  expect(refused()).toBe(0);
  sources[0]!.readyState = 2;
  sources[0]!.dispatchEvent(new Event("error"));
  expect(refused()).toBe(1);
});

test("a stream that falls silent is lost, and opened again; a beat is enough to keep it", () => {
  vi.useFakeTimers();
  const { sources, wires, stop } = open();
  sources[0]!.dispatchEvent(new Event("open"));
  for (let n = 0; n < 8; n++) {
    vi.advanceTimersByTime(15_000);
    sources[0]!.say("beat", {});
  }
  expect(sources).toHaveLength(1);
  vi.advanceTimersByTime(SILENCE);
  expect([sources.length, sources[0]!.closed, wires.at(-1)]).toEqual([2, true, "lost"]);
  sources[0]!.dispatchEvent(new Event("error"));
  sources[1]!.dispatchEvent(new Event("open"));
  expect(wires).toEqual(["connecting", "live", "lost", "live"]);
  stop();
  vi.advanceTimersByTime(2 * SILENCE);
  expect(sources).toHaveLength(2);
  vi.useRealTimers();
});
