import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Passing as Way } from "../../../src/api/protocol";
import { Passing } from "../../../src/tables/store/passing.svelte";
import type { TableState } from "../../../src/tables/store/table.svelte";

beforeEach(() => {
  vi.useFakeTimers();
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
});
afterEach(() => void vi.useRealTimers());

function make(way: Way | undefined, can = {}) {
  const turn: { passing: Way | undefined } = { passing: way };
  const table = {
    view: { status: "running", game: "fair", turn, can },
    timeline: { isCaughtUp: true },
    selection: { path: [], question: [] },
    hotseat: { isHidden: false },
    orders: { busy: false },
    goOn: vi.fn(() => Promise.resolve()),
  };
  return { passing: new Passing(table as unknown as TableState), turn, table };
}

test("where all can see that there is nothing to do, the page soon goes on", () => {
  const { passing, table } = make({ do: "end", idle: "seen" });
  passing.follow();
  vi.advanceTimersByTime(1000);
  expect(table.goOn).toHaveBeenCalledExactlyOnceWith("end");
});

test("an action that could be taken back gets more time", () => {
  const { passing, table } = make({ do: "end", idle: "seen" }, { back: true });
  passing.follow();
  vi.advanceTimersByTime(3000);
  expect(table.goOn).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1000);
  expect(table.goOn).toHaveBeenCalledOnce();
});

test("with something to decide, the page does nothing", () => {
  const { passing, table } = make({ do: "on" });
  passing.follow();
  vi.advanceTimersByTime(120_000);
  expect(table.goOn).not.toHaveBeenCalled();
});

test("the player can have it wait, and does something else meanwhile", () => {
  const { passing, table } = make({ do: "on", idle: "hidden" });
  passing.follow()();
  passing.onAct("deal-1");
  passing.follow();
  expect(passing.pending).toBeUndefined();
  vi.advanceTimersByTime(120_000);
  expect(table.goOn).not.toHaveBeenCalled();
});

test("another view does not restart the wait, and a hidden page does not pass", () => {
  const { passing, table } = make({ do: "end", idle: "seen" });
  const stop = passing.follow();
  vi.advanceTimersByTime(800);
  stop();
  const again = passing.follow();
  vi.advanceTimersByTime(200);
  expect(table.goOn).toHaveBeenCalledOnce();
  again();
  table.hotseat.isHidden = true;
  passing.follow();
  vi.advanceTimersByTime(120_000);
  expect(table.goOn).toHaveBeenCalledOnce();
});

test("how long the player takes is kept where there was something to decide, and only there", () => {
  const { passing, turn } = make({ do: "on" });
  passing.follow()();
  vi.advanceTimersByTime(2500);
  passing.onAct("on");
  turn.passing = { do: "on", idle: "hidden" };
  passing.follow()();
  vi.advanceTimersByTime(900);
  passing.onAct("on");
  expect(localStorage.getItem("honjin.pace")).toBe('{"fair":[2500]}');
});
