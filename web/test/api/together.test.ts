import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { MOST, PING, Together } from "../../src/api/together";

/** What a browser's pages say to each other; a page that is dead neither hears nor speaks. */
class Air {
  pages: Ear[] = [];
  join(): Ear {
    const ear = new Ear(this);
    this.pages.push(ear);
    return ear;
  }
}

class Ear extends EventTarget {
  dead = false;
  constructor(readonly air: Air) {
    super();
  }
  postMessage(data: unknown): void {
    if (this.dead) return;
    const copy = structuredClone(data);
    for (const other of this.air.pages)
      if (other !== this && !other.dead)
        queueMicrotask(() => other.dispatchEvent(new MessageEvent("message", { data: copy })));
  }
  close(): void {}
}

class FakeSource extends EventTarget {
  closed = false;
  constructor(readonly url: string) {
    super();
  }
  close(): void {
    this.closed = true;
  }
  get of(): string[] {
    return new URL(this.url, "http://x").searchParams.getAll("of");
  }
  say(data: string): void {
    this.dispatchEvent(new MessageEvent("message", { data }));
  }
  begin(): void {
    this.of.forEach((_, n) => this.say(`${n} open`));
  }
}

let air: Air;
let sources: FakeSource[];
const open = (): FakeSource[] => sources.filter((one) => !one.closed);

function page() {
  const ear = air.join();
  const together = new Together(ear as unknown as BroadcastChannel, (url) => {
    const source = new FakeSource(url);
    sources.push(source);
    return source as unknown as EventSource;
  });
  return { together, ear };
}

function heard(source: EventTarget, ...names: string[]): string[] {
  const found: string[] = [];
  for (const name of names)
    source.addEventListener(name, (event) =>
      found.push(event instanceof MessageEvent ? `${name} ${String(event.data)}` : name),
    );
  return found;
}
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
  air = new Air();
  sources = [];
});
afterEach(() => void vi.useRealTimers());

test("pages that open at once hold one stream", async () => {
  const pages = Array.from({ length: 8 }, page);
  const told = pages.map(({ together }, n) =>
    heard(together.open(`/api/t${n}/events`) as unknown as EventTarget, "open", "view"),
  );
  await wait(1000);
  expect(open()).toHaveLength(1);
  expect(pages.filter(({ together }) => together.leads)).toHaveLength(1);
  const [stream] = open();
  stream!.begin();
  stream!.of.forEach((url, n) => stream!.say(`${n} view 7\n"${url}"`));
  await wait(1);
  expect(told).toEqual(pages.map((_, n) => ["open", `view "/api/t${n}/events"`]));
});

test("what a page adds is streamed from the last events on, and nobody is left meanwhile", async () => {
  const [first, second] = [page(), page()];
  const one = first.together.open("/api/a/events?seat=0");
  const told = heard(one as unknown as EventTarget, "open", "view", "error");
  await wait(1000);
  open()[0]!.begin();
  open()[0]!.say("0 view 9\n1");
  const other = second.together.open("/api/b/events");
  await wait(1000);
  expect(open().map(({ of }) => of)).toEqual([
    ["/api/a/events?seat=0"],
    ["/api/a/events?seat=0&since=9", "/api/b/events"],
  ]);
  open()[1]!.begin();
  expect(open()).toHaveLength(1);
  expect(told).toEqual(["open", "view 1"]);
  other.close();
  await wait(1000);
  open().at(-1)!.begin();
  expect(open().map(({ of }) => of)).toEqual([["/api/a/events?seat=0&since=9"]]);
  expect(told).toEqual(["open", "view 1"]);
});

test.each([
  ["that is closed", 500, (one: ReturnType<typeof page>) => one.together.leave()],
  ["that is dead", 2 * PING, (one: ReturnType<typeof page>) => (one.ear.dead = true)],
])("another page leads after one %s", async (_, within, ends) => {
  const pages = [page(), page(), page()];
  pages.forEach(({ together }, n) => together.open(`/api/t${n}/events`));
  await wait(1000);
  const gone = pages.find(({ together }) => together.leads)!;
  ends(gone);
  const before = sources.length;
  await wait(within);
  expect(pages.filter((one) => one !== gone && one.together.leads)).toHaveLength(1);
  expect(sources.length).toBeGreaterThan(before);
});

test("a page that was away and comes back is one of two that lead; one of them yields", async () => {
  const pages = [page(), page()];
  pages.forEach(({ together }, n) => together.open(`/api/t${n}/events`));
  await wait(1000);
  const frozen = pages.find(({ together }) => together.leads)!;
  frozen.ear.dead = true;
  await wait(3 * PING);
  expect(pages.filter(({ together }) => together.leads)).toHaveLength(2);
  frozen.ear.dead = false;
  await wait(2 * PING);
  expect(pages.filter(({ together }) => together.leads)).toHaveLength(1);
  open().forEach((one) => one.begin());
  expect(open().map(({ of }) => of.length)).toEqual([2]);
});

test("a lost stream is told to all pages and opened again", async () => {
  const pages = [page(), page()];
  const told = pages.map(({ together }, n) =>
    heard(together.open(`/api/t${n}/events`) as unknown as EventTarget, "open", "error"),
  );
  await wait(1000);
  open()[0]!.begin();
  open()[0]!.dispatchEvent(new Event("error"));
  await wait(1100);
  expect(open()).toHaveLength(1);
  open()[0]!.begin();
  await wait(1);
  expect(told).toEqual([
    ["open", "error", "open"],
    ["open", "error", "open"],
  ]);
});

test("a stream that never began is told to be lost, too", async () => {
  const told = heard(
    page().together.open("/api/a/events") as unknown as EventTarget,
    "open",
    "error",
  );
  await wait(1000);
  open()[0]!.dispatchEvent(new Event("error"));
  await wait(1);
  expect(told).toEqual(["error"]);
});

test("however quickly pages come, they hold no more than two streams", async () => {
  const first = page();
  first.together.open("/api/t0/events");
  await wait(1000);
  open()[0]!.begin();
  for (let n = 1; n < 9; n++) {
    page().together.open(`/api/t${n}/events`);
    await wait(200);
    expect(open().length).toBeLessThanOrEqual(2);
  }
  expect(open()[0]!.of).toEqual(["/api/t0/events"]);
  open()[1]!.begin();
  expect(open().map(({ of }) => of.length)).toEqual([9]);
});

test("a stream that is refused ends, and the others go on", async () => {
  const { together } = page();
  const [one, other] = [together.open("/api/a/events"), together.open("/api/b/events")];
  await wait(1000);
  open()[0]!.say("0 refused 404");
  open()[0]!.say("1 open");
  await wait(1000);
  expect([one.readyState, other.readyState]).toEqual([2, 1]);
  expect(sources).toHaveLength(1);
});

test("as many as the server gives are in one, the rest in another", async () => {
  const { together } = page();
  for (let n = 0; n <= MOST; n++) together.open(`/api/${n}/events`);
  await wait(1000);
  expect(open().map(({ of }) => of.length)).toEqual([MOST, 1]);
});

test("a page alone holds its stream without a channel", async () => {
  const together = new Together(undefined, (url) => {
    sources.push(new FakeSource(url));
    return sources.at(-1) as unknown as EventSource;
  });
  const one = together.open("/api/a/events");
  await wait(100);
  expect(open()).toHaveLength(1);
  one.close();
  expect(open()).toHaveLength(0);
});
