import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Refused, Unreachable } from "../../../src/api/client";
import type { Handlers } from "../../../src/api/live";
import { Connection } from "../../../src/tables/store/connection.svelte";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const refusal = (kind: string, status: number): Refused =>
  new Refused(kind, { type: `/problems/${kind}`, title: "", status, detail: "" });

function connect() {
  const urls: string[] = [];
  const handlers: Handlers[] = [];
  const seen = { away: false, reopened: 0, recovered: 0, stopped: 0 };
  const connection = new Connection(
    {
      eventsUrl: (since) => `/events?since=${since}`,
      handlers: {} as Omit<Handlers, "wire">,
      onReopen: () => void seen.reopened++,
      onRecovered: () => void seen.recovered++,
      isAway: () => seen.away,
    },
    (url, one) => {
      urls.push(url);
      handlers.push(one);
      return () => void seen.stopped++;
    },
  );
  return {
    connection,
    urls,
    wire: (state: Parameters<Handlers["wire"]>[0]) => handlers.at(-1)!.wire(state),
    seen,
  };
}

test("a table that is loaded is listened to from its version on", async () => {
  const { connection, urls } = connect();
  await connection.enter(() => Promise.resolve(7));
  expect(urls).toEqual(["/events?since=7"]);
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
  expect(urls).toEqual(["/events?since=3"]);
});

test("nothing is loaded while the page is hidden, or after it was left", async () => {
  const { connection, seen } = connect();
  const load = vi.fn(() => Promise.reject(new Unreachable()));
  seen.away = true;
  await connection.enter(load);
  await vi.advanceTimersByTimeAsync(9000);
  expect(load).toHaveBeenCalledTimes(1);
  seen.away = false;
  connection.close();
  await vi.advanceTimersByTimeAsync(9000);
  expect(load).toHaveBeenCalledTimes(1);
});

test("a stream is stale when it was lost for more than a moment", () => {
  const { connection, wire, seen } = connect();
  connection.listen();
  wire("live");
  wire("lost");
  vi.advanceTimersByTime(1000);
  expect(connection.isStale).toBe(false);
  vi.advanceTimersByTime(1000);
  expect(connection.isStale).toBe(true);
  wire("live");
  expect(connection.isStale).toBe(false);
  expect(seen.recovered).toBe(1);
});

test("a short loss is not reported, but missed events are fetched", () => {
  const { connection, wire, seen } = connect();
  connection.listen();
  wire("live");
  expect(seen.reopened).toBe(0);
  wire("lost");
  wire("live");
  vi.advanceTimersByTime(5000);
  expect(connection.isStale).toBe(false);
  expect([seen.reopened, seen.recovered]).toEqual([1, 0]);
});

test("a new stream replaces the old one, and none is opened after the page was left", () => {
  const { connection, urls, seen } = connect();
  connection.listen(1);
  connection.listen(2);
  expect(seen.stopped).toBe(1);
  connection.close();
  connection.listen(3);
  expect(urls).toEqual(["/events?since=1", "/events?since=2"]);
});
