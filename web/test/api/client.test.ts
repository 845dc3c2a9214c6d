import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api, Refused, Unreachable } from "../../src/api/client";
import { identity } from "../../src/api/identity.svelte";
import type { Me } from "../../src/api/protocol";
import { detailOf, explain } from "../../src/state/notices.svelte";
import { t } from "../../src/state/words.svelte";

const answerWith = (answer: Response): void =>
  void vi.stubGlobal("fetch", () => Promise.resolve(answer));
const failing = (): ReadableStream =>
  new ReadableStream({ start: (control) => control.error(new TypeError("network error")) });
const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );
const refusal = (kind: string, detail: string): Refused =>
  new Refused(kind, { type: `/problems/${kind}`, title: "", status: 400, detail });

beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => undefined));
afterEach(() => {
  identity.other = undefined;
  vi.restoreAllMocks();
});

test("an answer that breaks off or is not the server's counts as no answer", async () => {
  answerWith(new Response(failing()));
  expect(await failureOf(api.games())).toBeInstanceOf(Unreachable);
  answerWith(new Response("<html>Log in to the hotel's network"));
  expect(await failureOf(api.games())).toBeInstanceOf(Unreachable);
});

test("a refusal for now has the seconds of Retry-After", async () => {
  const body = JSON.stringify({ type: "/problems/busy", title: "", status: 503, detail: "" });
  answerWith(new Response(body, { status: 503, headers: { "retry-after": "3" } }));
  expect(await failureOf(api.games())).toMatchObject({ kind: "busy", again: 3 });
  answerWith(new Response(body, { status: 503 }));
  expect(((await failureOf(api.games())) as Refused).again).toBeUndefined();
});

test("an order without an answer may have arrived, and a question has done nothing", async () => {
  answerWith(new Response(failing()));
  expect(explain(await failureOf(api.games()))).toBe(t("problem.unreachable"));
  answerWith(new Response(failing()));
  const order = { seat: 0, do: "pass", at: 1 };
  const failure = await failureOf(api.do("t", "actions", order, 0));
  expect(explain(failure)).toBe(t("problem.unanswered"));
});

test("an analysis that breaks off counts as no answer, unless it was stopped", async () => {
  const analyse = (signal: AbortSignal): Promise<unknown> =>
    failureOf(api.analyse("t", { step: 0, seconds: 1 }, () => undefined, signal, 0));
  answerWith(new Response(failing()));
  expect(await analyse(new AbortController().signal)).toBeInstanceOf(Unreachable);
  const stopped = new AbortController();
  stopped.abort();
  answerWith(new Response(failing()));
  expect(await analyse(stopped.signal)).not.toBeInstanceOf(Unreachable);
});

test("an analysis that the server refuses midway keeps its reason", async () => {
  const problem = JSON.stringify({ type: "/problems/busy", title: "Busy", status: 503 });
  answerWith(new Response(`event: problem\ndata: ${problem}\n\n`));
  const { signal } = new AbortController();
  const failure = await failureOf(
    api.analyse("t", { step: 0, seconds: 1 }, () => undefined, signal, 0),
  );
  expect((failure as Refused).kind).toBe("busy");
});

test("nothing technical is told in place of a sentence", () => {
  expect(explain(new TypeError("network error"))).toBe(t("problem.internal"));
  expect(explain(refusal("a-new-kind", "Expected `str`"))).toBe(t("problem.internal"));
  const wrong = refusal("unreadable", "JSON is malformed");
  expect(explain(wrong)).toBe(t("problem.unreadable"));
  expect(detailOf(wrong)).toBe("JSON is malformed");
  expect(detailOf(refusal("busy", "queue full"))).toBe("");
});

test("nothing is sent for a user who is not the browser's any more, not even an analysis", async () => {
  const fetched = vi.fn(() => Promise.resolve(new Response("{}")));
  vi.stubGlobal("fetch", fetched);
  identity.other = { id: "g", name: "Guest 1" } as Me;
  const { signal } = new AbortController();
  const tried = [
    api.do("t", "chat", { text: "I am Hana." }),
    api.analyse("t", { step: 0, seconds: 1 }, () => undefined, signal, 0),
  ];
  for (const work of tried) expect(((await failureOf(work)) as Refused).kind).toBe("other-user");
  expect(fetched).not.toHaveBeenCalled();
});

test("an answer that says that the session has ended has the page ask whose the browser is", async () => {
  const look = vi.spyOn(identity, "look").mockResolvedValue(undefined);
  answerWith(new Response("[]"));
  await api.games();
  expect(look).not.toHaveBeenCalled();
  answerWith(new Response("[]", { headers: { "honjin-out": "1" } }));
  await api.games();
  expect(look).toHaveBeenCalledTimes(1);
});
