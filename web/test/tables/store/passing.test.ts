import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Passing as Way } from "../../../src/api/protocol";
import { Passing } from "../../../src/tables/store/passing.svelte";

beforeEach(() => {
  vi.useFakeTimers();
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
});
afterEach(() => void vi.useRealTimers());

function make(way: Way | undefined, more = {}) {
  const port = { way, game: "fair", canBack: false, isReady: true, asks: false, goOn: vi.fn() };
  const all = Object.assign(port, more);
  return { passing: new Passing(all), port: all };
}

test("where all can see that there is nothing to do, the page soon goes on", () => {
  const { passing, port } = make({ do: "end", idle: "seen" });
  passing.follow();
  vi.advanceTimersByTime(1000);
  expect(port.goOn).toHaveBeenCalledExactlyOnceWith("end");
});

test("an action that could be taken back gets more time", () => {
  const { passing, port } = make({ do: "end", idle: "seen" }, { canBack: true });
  passing.follow();
  vi.advanceTimersByTime(3000);
  expect(port.goOn).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1000);
  expect(port.goOn).toHaveBeenCalledOnce();
});

test("with something to decide, the page does nothing", () => {
  const { passing, port } = make({ do: "on" });
  passing.follow();
  vi.advanceTimersByTime(120_000);
  expect(port.goOn).not.toHaveBeenCalled();
});

test("the player can have it wait, and does something else meanwhile", () => {
  const { passing, port } = make({ do: "on", idle: "hidden" });
  passing.follow()();
  passing.onAct("deal-1");
  passing.follow();
  expect(passing.pending).toBeUndefined();
  vi.advanceTimersByTime(120_000);
  expect(port.goOn).not.toHaveBeenCalled();
});

test("another view does not restart the wait, and a hidden page does not pass", () => {
  const { passing, port } = make({ do: "end", idle: "seen" });
  const stop = passing.follow();
  vi.advanceTimersByTime(800);
  stop();
  const again = passing.follow();
  vi.advanceTimersByTime(200);
  expect(port.goOn).toHaveBeenCalledOnce();
  again();
  port.isReady = false;
  passing.follow();
  vi.advanceTimersByTime(120_000);
  expect(port.goOn).toHaveBeenCalledOnce();
});

test("how long the player takes is kept where there was something to decide, and only there", () => {
  const { passing, port } = make({ do: "on" });
  passing.follow()();
  vi.advanceTimersByTime(2500);
  passing.onAct("on");
  port.way = { do: "on", idle: "hidden" };
  passing.follow()();
  vi.advanceTimersByTime(900);
  passing.onAct("on");
  expect(localStorage.getItem("honjin.pace")).toBe('{"fair":[2500]}');
});
