import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Clocks, View } from "../../../src/api/protocol";
import { Reading } from "../../../src/tables/seats/reading.svelte";
import { ClockStore } from "../../../src/tables/store/clocks.svelte";
import type { TableState } from "../../../src/tables/store/table.svelte";

const SENT = 1_000_000;
const view = (clock: Partial<Clocks>): View =>
  ({
    clock: { time: { main: 60, increment: 3 }, seats: [], now: SENT, ...clock },
  }) as unknown as View;
const running = { left: 70_000, since: SENT };

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("requestAnimationFrame", (draw: () => void) => (draw(), 0));
  vi.stubGlobal("cancelAnimationFrame", () => undefined);
});
let leave = (): void => undefined;
afterEach(() => {
  leave();
  vi.useRealTimers();
});

/** Svelte runs effects in a microtask. */
const settled = () => vi.advanceTimersByTimeAsync(0);

/** A clock on the page, as of a first report. */
async function watch(clock: Partial<Clocks>) {
  const table = { seats: { played: [] } } as unknown as TableState;
  const clocks = new ClockStore(table, () => Date.now());
  clocks.hear(view(clock));
  let reading!: Reading;
  leave = $effect.root(() => {
    reading = new Reading(clocks, () => 0);
  });
  await settled();
  return { clocks, reading, left: () => reading.shown.left };
}

test("a running clock goes down between two reports", async () => {
  const { left } = await watch({ seats: [running] });
  const read = [1000, 1000, 58_500].map((time) => (vi.advanceTimersByTime(time), left()));
  expect(read).toEqual([69_000, 68_000, 9500]);
});

test("free time is read four times a second", async () => {
  const { reading } = await watch({ seats: [{ ...running, head: 500 }] });
  const read = [250, 250].map((time) => (vi.advanceTimersByTime(time), reading.shown.head));
  expect(read).toEqual([250, 0]);
});

test("a stopped clock is read once, and again with the next report", async () => {
  const { clocks, left } = await watch({ seats: [{ left: 70_000 }] });
  expect([left(), vi.getTimerCount()]).toEqual([70_000, 0]);
  clocks.hear(view({ seats: [{ left: 50_000, since: SENT }] }));
  await settled();
  vi.advanceTimersByTime(2000);
  expect(left()).toBe(48_000);
});

test("a clock that has run out is not read any more", async () => {
  const { left } = await watch({ seats: [{ left: 2000, since: SENT }] });
  vi.advanceTimersByTime(2000);
  expect([left(), vi.getTimerCount()]).toEqual([0, 0]);
});

test("a clock is not read any more once it has left the page", async () => {
  await watch({ seats: [running] });
  expect(vi.getTimerCount()).toBe(1);
  leave();
  expect(vi.getTimerCount()).toBe(0);
});
