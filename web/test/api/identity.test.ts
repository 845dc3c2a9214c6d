import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Me } from "../../src/api/protocol";

const person = (id: string, name = id): Me => ({ id, name }) as Me;

/** The windows of one browser: each hears what the others post. */
class Channel extends EventTarget {
  static all: Channel[] = [];
  static posts = 0;
  constructor() {
    super();
    Channel.all.push(this);
  }
  postMessage(data: unknown): void {
    Channel.posts++;
    for (const one of Channel.all)
      if (one !== this) one.dispatchEvent(new MessageEvent("message", { data }));
  }
}

/** A window of a browser, which is told by the server whose it is. */
async function opened(ask: () => Promise<Me>) {
  vi.resetModules();
  const { identity } = await import("../../src/api/identity.svelte");
  identity.watch(ask);
  identity.learn(await ask());
  return identity;
}

beforeEach(() => {
  vi.useFakeTimers();
  [Channel.all, Channel.posts] = [[], 0];
  vi.stubGlobal("BroadcastChannel", Channel);
  vi.stubGlobal("addEventListener", () => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("all windows learn that their session was ended elsewhere, though they were not told", async () => {
  let owner = person("hana");
  const ask = vi.fn(() => Promise.resolve(owner));
  const [one, other] = [await opened(ask), await opened(ask)];
  owner = person("guest");
  await one.look();
  await vi.advanceTimersByTimeAsync(0);
  expect([one.other?.id, other.other?.id]).toEqual(["guest", "guest"]);
  const { posts } = Channel;
  await one.look();
  expect(Channel.posts).toBe(posts);
});

test("nothing follows from the same answer, or from none", async () => {
  let answer = (): Promise<Me> => Promise.resolve(person("hana"));
  const one = await opened(() => answer());
  const { me } = one;
  await one.look();
  expect(one.me).toBe(me);
  answer = () => Promise.reject(new Error("no server"));
  await one.look();
  expect([one.me, one.other]).toEqual([me, undefined]);
});

test("an answer that is older than a log-in here counts for nothing", async () => {
  let tell: (me: Me) => void = () => undefined;
  const one = await opened(() => Promise.resolve(person("guest")));
  one.watch(() => new Promise((done) => (tell = done)));
  const looking = one.look();
  one.learn(person("hana"));
  tell(person("guest"));
  await looking;
  expect([one.me?.id, one.other]).toEqual(["hana", undefined]);
});
