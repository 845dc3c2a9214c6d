import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Refused, Unreachable } from "../../../src/api/client";
import type { Handlers } from "../../../src/api/live";
import { notices } from "../../../src/state/notices.svelte";
import { t } from "../../../src/state/words.svelte";
import { Connection } from "../../../src/tables/store/connection.svelte";
import type { TableState } from "../../../src/tables/store/table.svelte";

beforeEach(() => {
  vi.useFakeTimers();
  notices.clear();
});
afterEach(() => void vi.useRealTimers());

const refusal = (kind: string, status: number): Refused =>
  new Refused(kind, { type: `/problems/${kind}`, title: "", status, detail: "" });

const eventsFrom = (version: number) => `/api/tables/t1/events?seat=0&since=${version}&changes=1`;
/** How often the user was told that the stream is back. */
const recovered = () => notices.list.filter(({ text }) => text === t("wire.back")).length;

function connect() {
  const urls: string[] = [];
  const handlers: Handlers[] = [];
  const seen = { stopped: 0 };
  const refresh = vi.fn(() => Promise.resolve());
  const table = { id: "t1", hotseat: { perspective: 0, since: () => 4 }, refresh };
  const connection = new Connection(table as unknown as TableState, (url, one) => {
    urls.push(url);
    handlers.push(one);
    return () => void seen.stopped++;
  });
  return {
    connection,
    urls,
    wire: (state: Parameters<Handlers["wire"]>[0]) => handlers.at(-1)!.wire(state),
    seen,
    refresh,
  };
}

test("a table that is loaded is listened to from its version on", async () => {
  const { connection, urls } = connect();
  await connection.enter(() => Promise.resolve(7));
  expect(urls).toEqual([eventsFrom(7)]);
  expect(connection.failed).toBeUndefined();
});

test("an unknown table is missing, and is not fetched again", async () => {
  const { connection } = connect();
  const load = vi.fn(() => Promise.reject(refusal("unknown-table", 404)));
  await connection.enter(load);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(connection.missing).toBe(true);
  expect(load).toHaveBeenCalledTimes(1);
});

test("a refusal is final; a server that does not answer is tried again", async () => {
  const refused = vi.fn(() => Promise.reject(refusal("not-your-seat", 403)));
  const { connection } = connect();
  await connection.enter(refused);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(refused).toHaveBeenCalledTimes(1);
  const load = vi.fn().mockRejectedValueOnce(new Unreachable()).mockResolvedValueOnce(3);
  await connection.enter(load);
  expect(connection.failed).toBeInstanceOf(Unreachable);
  await vi.advanceTimersByTimeAsync(3000);
  expect(load).toHaveBeenCalledTimes(2);
  expect(connection.failed).toBeUndefined();
});

test("a refusal for now is asked again when it says", async () => {
  const { connection, urls } = connect();
  const now = new Refused("too-many", refusal("too-many", 429).problem, 7);
  const load = vi.fn().mockRejectedValueOnce(now).mockResolvedValueOnce(3);
  await connection.enter(load);
  await vi.advanceTimersByTimeAsync(6900);
  expect(load).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(200);
  expect(urls).toEqual([eventsFrom(3)]);
});

test("nothing is loaded while the page is hidden, or after it was left", async () => {
  const { connection } = connect();
  const load = vi.fn(() => Promise.reject(new Unreachable()));
  vi.stubGlobal("document", { hidden: true });
  await connection.enter(load);
  await vi.advanceTimersByTimeAsync(9000);
  expect(load).toHaveBeenCalledTimes(1);
  vi.stubGlobal("document", { hidden: false });
  connection.close();
  await vi.advanceTimersByTimeAsync(9000);
  expect(load).toHaveBeenCalledTimes(1);
});

test("a stream is stale when it was lost for more than a moment", () => {
  const { connection, wire } = connect();
  connection.listen();
  wire("live");
  wire("lost");
  vi.advanceTimersByTime(1000);
  expect(connection.isStale).toBe(false);
  vi.advanceTimersByTime(1000);
  expect(connection.isStale).toBe(true);
  wire("live");
  expect(connection.isStale).toBe(false);
  expect(recovered()).toBe(1);
});

test("a short loss is not reported, but missed events are fetched", () => {
  const { connection, wire, refresh } = connect();
  connection.listen();
  wire("live");
  expect(refresh).not.toHaveBeenCalled();
  wire("lost");
  wire("live");
  vi.advanceTimersByTime(5000);
  expect(connection.isStale).toBe(false);
  expect(refresh.mock.calls).toEqual([[4]]);
  expect(recovered()).toBe(0);
});

test("a new stream replaces the old one, and none is opened after the page was left", () => {
  const { connection, urls, seen } = connect();
  connection.listen(1);
  connection.listen(2);
  expect(seen.stopped).toBe(1);
  connection.close();
  connection.listen(3);
  expect(urls).toEqual([eventsFrom(1), eventsFrom(2)]);
});
