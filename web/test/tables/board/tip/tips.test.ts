import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Reason } from "../../../../src/api/protocol";
import { Tips } from "../../../../src/tables/board/tip/tips.svelte";

const here = { x: 100, y: 100 };
const there = { x: 140, y: 100 };
const reason: Reason = { say: { k: "no" } } as Reason;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("the thing under the mouse is explained at once, and no more when it is left", () => {
  const tips = new Tips();
  tips.over("a", here);
  expect(tips.shown).toEqual({ id: "a", by: "pointer", at: here });
  tips.over(undefined, there);
  expect(tips.shown).toBeUndefined();
});

test("the focus explains too, and a mouse that leaves nothing does not end it", () => {
  const tips = new Tips();
  tips.focus("a");
  tips.over(undefined, here);
  expect(tips.shown).toEqual({ id: "a", by: "focus" });
  tips.focus(undefined);
  expect(tips.shown).toBeUndefined();
});

test("after a click nothing is said of what comes to lie under a mouse that rests", () => {
  const tips = new Tips();
  tips.over("a", here);
  tips.click(here);
  tips.over("b", { x: 103, y: 100 });
  expect(tips.shown).toBeUndefined();
  tips.over("c", there);
  expect(tips.shown?.id).toBe("c");
});

test("a long press asks, and the click that ends it chooses nothing", () => {
  const tips = new Tips();
  tips.touch("a", here, true);
  expect(tips.isPressed).toBe(true);
  vi.advanceTimersByTime(399);
  expect(tips.shown).toBeUndefined();
  vi.advanceTimersByTime(1);
  tips.lift();
  expect(tips.shown).toEqual({ id: "a", by: "press", at: here });
  expect(tips.swallows()).toBe(true);
  expect(tips.swallows()).toBe(false);
});

test("a tap asks nothing and leaves nothing behind", () => {
  const tips = new Tips();
  tips.touch("a", here, true);
  tips.lift();
  vi.advanceTimersByTime(1000);
  expect(tips.shown).toBeUndefined();
  expect(tips.swallows()).toBe(false);
});

test("a finger that moves, or a second one, is no long press", () => {
  const tips = new Tips();
  tips.touch("a", here, true);
  tips.move({ x: 103, y: 100 });
  expect(tips.isPressed).toBe(true);
  tips.move(there);
  vi.advanceTimersByTime(1000);
  expect(tips.shown).toBeUndefined();
  tips.touch("a", here, true);
  tips.touch("b", there, false);
  vi.advanceTimersByTime(1000);
  expect(tips.shown).toBeUndefined();
});

test("the next touch ends what a long press shows", () => {
  const tips = new Tips();
  tips.touch("a", here, true);
  vi.advanceTimersByTime(400);
  tips.lift();
  tips.touch("b", there, true);
  expect(tips.shown).toBeUndefined();
  expect(tips.swallows()).toBe(false);
});

test("a reason takes the place of the name, and goes with all else", () => {
  const tips = new Tips();
  tips.over("a", here);
  tips.refuse("a", reason);
  expect([tips.shown, tips.refusal]).toEqual([undefined, { id: "a", reason }]);
  tips.hide();
  expect(tips.refusal).toBeUndefined();
});

test("the first click after the page came chooses", () => {
  expect(new Tips().swallows()).toBe(false);
});
