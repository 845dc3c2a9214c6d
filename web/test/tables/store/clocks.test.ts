import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Clocks, View } from "../../../src/api/protocol";
import { ClockStore } from "../../../src/tables/store/clocks.svelte";
import type { TableState } from "../../../src/tables/store/table.svelte";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const seated = (played: number[]) => ({ seats: { played } }) as unknown as TableState;
const store = (played = [0]) => new ClockStore(seated(played), () => Date.now());
const SENT = 1_000_000;
const view = (clock: Partial<Clocks>): View =>
  ({
    clock: { time: { main: 60, increment: 3 }, seats: [], now: SENT, ...clock },
  }) as unknown as View;
const running = { left: 70_000, since: SENT - 5000 };

test("the clock continues from the last report", () => {
  const clocks = store();
  clocks.hear(view({ seats: [running] }));
  vi.advanceTimersByTime(2000);
  expect(clocks.left(0)?.left).toBe(63_000);
  expect(clocks.spent(0)).toBe(7000);
});

test("a player is not charged for the time in which others' actions are shown", () => {
  const clocks = store();
  const shown = (...seats: number[]) => ({ must_act: seats }) as unknown as View;
  clocks.show(shown(1));
  clocks.hear(view({ seats: [running] }));
  vi.advanceTimersByTime(1500);
  clocks.show(shown(0));
  vi.advanceTimersByTime(2000);
  clocks.show(shown(0));
  expect(clocks.spent(0)).toBe(2000);
  clocks.show(shown(1));
  clocks.show(shown(0));
  expect(clocks.spent(0)).toBe(0);
});

test("what was sent earlier and comes later is left out", () => {
  const clocks = store();
  clocks.hear(view({ seats: [running] }));
  clocks.hear(view({ seats: [{ left: 1 }], now: SENT - 1 }));
  expect(clocks.left(0)?.left).toBe(65_000);
});

test("the user is called at a minute, at thirty seconds and at ten", () => {
  const clocks = store();
  clocks.hear(view({ seats: [running] }));
  const heard: (number | undefined)[] = [];
  for (const seconds of [4, 2, 30, 20]) {
    vi.advanceTimersByTime(seconds * 1000);
    heard.push(clocks.called?.left);
  }
  expect(heard).toEqual([undefined, 60_000, 30_000, 10_000]);
});

test("a page that wakes up late tells what is left by then", () => {
  let asleep = 0;
  const clocks = new ClockStore(seated([0]), () => Date.now() + asleep);
  const heard: (number | undefined)[] = [];
  clocks.hear(view({ seats: [running] }));
  for (const ms of [45_000, 0, 60_000]) {
    asleep += ms;
    vi.advanceTimersByTime(5000);
    heard.push(clocks.called?.left);
  }
  expect(heard).toEqual([15_000, 10_000, 10_000]);
});

test("the user is not warned about another player's clock", () => {
  const clocks = store([1]);
  clocks.hear(view({ seats: [running, { left: 60_000 }] }));
  vi.advanceTimersByTime(60_000);
  expect(clocks.called).toBeUndefined();
});

test("days are not spared the way, and a table without clocks has none", () => {
  const clocks = store();
  clocks.hear({} as View);
  expect(clocks.told).toBeUndefined();
  expect(clocks.spent(0)).toBeUndefined();
  clocks.hear(view({ time: { days: 1 }, seats: [running] }));
  expect(clocks.spent(0)).toBeUndefined();
});
