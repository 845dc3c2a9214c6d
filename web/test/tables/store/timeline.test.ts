import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { LogLine, PastView, Scene } from "../../../src/api/protocol";
import { api } from "../../../src/api/client";
import { settings } from "../../../src/state/settings.svelte";
import type { TableState } from "../../../src/tables/store/table.svelte";
import { Timeline } from "../../../src/tables/store/timeline.svelte";
import { scene } from "../../fixtures/board";
import { view } from "../../fixtures/view";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const sceneOf = (step: number): Scene => ({ ...scene, lit: [[`step${step}`]] });
const past = (step: number): PastView =>
  ({ step, last: 9, scene: sceneOf(step), ids: [`id${step}`], log: [] }) as unknown as PastView;
const line = (step: number, ids: string[] = []): LogLine =>
  ({ step, by: 0, say: { k: "x" }, ids }) as LogLine;
const viewAt = (step: number, more = {}) =>
  view({ step, version: step, scene: sceneOf(step), ...more });

function make({ isStill = true } = {}) {
  vi.spyOn(settings, "still", "get").mockReturnValue(isStill);
  const ask = vi.spyOn(api, "past").mockImplementation((_id, step) => Promise.resolve(past(step)));
  ask.mockClear();
  const table = {
    id: "t1",
    hotseat: { isBlank: false, epoch: 0, perspective: 0 },
    orders: { fork: vi.fn(() => Promise.resolve()) },
    selection: { path: ["a"] },
    onShow: vi.fn(),
  };
  return { timeline: new Timeline(table as unknown as TableState), table, ask };
}

test("a view is shown with its log, and its predecessor is passed on", () => {
  const { timeline, table } = make();
  timeline.take(viewAt(1, { log: { start: 0, lines: [line(1, ["a"])] } }));
  return timeline.drained.then(() => {
    expect([timeline.step, timeline.lastStep, timeline.log.length]).toEqual([1, 1, 1]);
    expect([...timeline.lastIds]).toEqual(["a"]);
    expect(table.onShow).toHaveBeenLastCalledWith(timeline.view, undefined, false);
  });
});

test("an older view is dropped", async () => {
  const { timeline } = make();
  timeline.take(viewAt(4));
  timeline.take(viewAt(3));
  await timeline.drained;
  expect(timeline.step).toBe(4);
});

test("a version is waited for until a view of it arrives, or not for long", async () => {
  const { timeline } = make();
  timeline.take(viewAt(4));
  await timeline.drained;
  expect(await timeline.reaches(4)).toBe(true);
  const [five, nine] = [timeline.reaches(5), timeline.reaches(9)];
  timeline.take(viewAt(6));
  expect(await five).toBe(true);
  await vi.advanceTimersByTimeAsync(2000);
  expect(await nine).toBe(false);
});

test("a log that starts after the known part has a gap", async () => {
  const { timeline, table } = make();
  timeline.take(viewAt(5, { log: { start: 3, lines: [line(5)] } }));
  await timeline.drained;
  expect(table.onShow).toHaveBeenLastCalledWith(timeline.view, undefined, true);
});

test("missed steps are shown one after another before the present", async () => {
  const { timeline, ask } = make({ isStill: false });
  timeline.take(viewAt(1));
  await timeline.drained;
  timeline.take(viewAt(4));
  await vi.advanceTimersByTimeAsync(0);
  expect([...timeline.lit]).toEqual(["step2"]);
  expect([timeline.view?.step, timeline.newest?.step]).toEqual([1, 4]);
  await vi.advanceTimersByTimeAsync(340);
  expect([...timeline.lit]).toEqual(["step3"]);
  await vi.advanceTimersByTimeAsync(340);
  expect([...timeline.lit]).toEqual(["step4"]);
  expect(ask.mock.calls.map(([, step]) => step)).toEqual([2, 3]);
});

test("after too many missed steps, or without animations, the present is shown at once", async () => {
  const { timeline, ask } = make({ isStill: false });
  timeline.take(viewAt(1));
  await timeline.drained;
  timeline.take(viewAt(9));
  await timeline.drained;
  const still = make();
  still.timeline.take(viewAt(1));
  still.timeline.take(viewAt(4));
  await still.timeline.drained;
  expect(timeline.step).toBe(9);
  expect(ask).not.toHaveBeenCalled();
});

/** The milliseconds after which each step was shown, as far as it was. */
async function shownAfter(timeline: Timeline, table: { onShow: ReturnType<typeof vi.fn> }) {
  const began = Date.now();
  const times: number[] = [];
  table.onShow.mockImplementation(() => times.push(Date.now() - began));
  await vi.runAllTimersAsync();
  await timeline.drained;
  return times;
}

const awaited = { must_act: [1] };

test("a turn of many actions is one movement, which every step is part of", async () => {
  const { timeline, table, ask } = make({ isStill: false });
  timeline.take(viewAt(1, awaited));
  await timeline.drained;
  for (let step = 2; step <= 21; step++) timeline.take(viewAt(step, awaited));
  const times = await shownAfter(timeline, table);
  expect(times.length).toBe(20);
  expect(times.at(-1)).toBeLessThan(2200);
  const gaps = times.slice(1).map((time, n) => time - times[n]!);
  expect(gaps).toEqual([...gaps].sort((a, b) => a - b));
  expect(timeline.step).toBe(21);
  expect(ask).not.toHaveBeenCalled();
});

test("actions that come one by one are shown for a while each", async () => {
  const { timeline, table } = make({ isStill: false });
  timeline.take(viewAt(1, awaited));
  await vi.advanceTimersByTimeAsync(1000);
  timeline.take(viewAt(2, awaited));
  await timeline.drained;
  expect(timeline.step).toBe(2);
  await vi.advanceTimersByTimeAsync(40);
  timeline.take(viewAt(3, awaited));
  expect(timeline.step).toBe(2);
  expect(await shownAfter(timeline, table)).toEqual([300]);
});

test("what a player does is shown at once, and so is everything without animations", async () => {
  const { timeline } = make({ isStill: false });
  const still = make();
  for (const step of [1, 2, 3]) {
    timeline.take(viewAt(step));
    still.timeline.take(viewAt(step, awaited));
    await vi.advanceTimersByTimeAsync(0);
    expect([timeline.step, still.timeline.step]).toEqual([step, step]);
  }
});

test("a change of perspective while steps are shown drops the view", async () => {
  const { timeline, table } = make({ isStill: false });
  timeline.take(viewAt(1));
  await timeline.drained;
  timeline.take(viewAt(4));
  table.hotseat.epoch++;
  await vi.runAllTimersAsync();
  expect(timeline.step).toBe(1);
});

test("an earlier step is shown until the user returns to the present", async () => {
  const { timeline, table } = make();
  timeline.take(viewAt(5));
  await timeline.drained;
  await timeline.look(2);
  expect([timeline.step, timeline.lastStep, [...timeline.lit], [...timeline.lastIds]]).toEqual([
    2,
    5,
    ["step2"],
    ["id2"],
  ]);
  expect(table.selection.path).toEqual([]);
  timeline.live();
  expect([timeline.past, timeline.step, [...timeline.lit]]).toEqual([undefined, 5, ["step5"]]);
});

test("a view that arrives while the past is shown does not replace it", async () => {
  const { timeline } = make();
  timeline.take(viewAt(5));
  await timeline.drained;
  await timeline.look(2);
  timeline.take(viewAt(6));
  await timeline.drained;
  expect([[...timeline.lit], timeline.past?.last, timeline.view?.step]).toEqual([["step2"], 6, 6]);
});

test("steps are counted from the one on its way, and end at both ends of the game", async () => {
  const { timeline, ask } = make();
  timeline.take(viewAt(5));
  await timeline.drained;
  const steps = [timeline.walk(-1), timeline.walk(-1)];
  expect([timeline.step, timeline.headed]).toEqual([5, 3]);
  await Promise.all(steps);
  expect([timeline.step, timeline.headed]).toEqual([3, 3]);
  await timeline.look(-4);
  expect(timeline.step).toBe(0);
  await timeline.look(99);
  expect(timeline.past).toBeUndefined();
  expect(ask.mock.calls.map(([, step]) => step)).toEqual([4, 3, 0]);
});

test("a fork begins at the step shown", async () => {
  const { timeline, table } = make();
  timeline.take(viewAt(5));
  await timeline.drained;
  await timeline.look(2);
  await timeline.fork();
  expect(table.orders.fork).toHaveBeenCalledWith(2);
});

test("after a reset only the view and log given are left", async () => {
  const { timeline } = make();
  timeline.take(viewAt(5, { log: { start: 0, lines: [line(5)] } }));
  await timeline.drained;
  await timeline.look(2);
  timeline.reset(viewAt(5, { scene }), []);
  expect([timeline.past, timeline.log, timeline.scene]).toEqual([undefined, [], scene]);
});

test("of the views that wait, the latest is the newest, whatever order they arrive in", async () => {
  const { timeline } = make({ isStill: false });
  timeline.take(viewAt(1));
  await timeline.drained;
  for (const step of [4, 6, 5]) timeline.take(viewAt(step));
  expect(timeline.newest?.step).toBe(6);
  await vi.runAllTimersAsync();
  expect(timeline.step).toBe(6);
});
