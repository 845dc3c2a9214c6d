import { expect, test, vi } from "vitest";
import type { Choice, Turn, View } from "../../../src/api/protocol";
import { Plan } from "../../../src/tables/store/plan.svelte";

const choice = (text: string): Choice => ({ do: text, path: [text], kind: "place" });
const turn = (...texts: string[]): Turn =>
  ({ seat: 0, choices: texts.map(choice), prompt: { say: { k: "p" } } }) as Turn;

function make(...could: string[]) {
  const port = {
    view: { version: 3 } as View,
    seat: 0 as number | undefined,
    ask: vi.fn(() => Promise.resolve({ version: port.view.version, turn: turn(...could) })),
    act: vi.fn(() => Promise.resolve(true)),
    point: vi.fn(),
    onLost: vi.fn(),
  };
  return { plan: new Plan(port), port };
}

async function planned(...could: string[]) {
  const made = make(...could);
  await made.plan.begin();
  made.plan.choose(choice("a"));
  return made;
}

test("a planned action is done when the turn comes", async () => {
  const { plan, port } = await planned("a", "b");
  expect(port.act).not.toHaveBeenCalled();
  port.view = { version: 4, turn: turn("a", "c") } as View;
  await plan.onShow(port.view);
  expect(port.act).toHaveBeenCalledExactlyOnceWith(choice("a"));
  expect([plan.turn, plan.chosen]).toEqual([undefined, undefined]);
});

test("a plan that has become impossible is dropped with a notice", async () => {
  const { plan, port } = await planned("a");
  port.view = { version: 4, turn: turn("b") } as View;
  await plan.onShow(port.view);
  expect(port.act).not.toHaveBeenCalled();
  expect(port.onLost).toHaveBeenCalledOnce();
});

test("a choice that gives something up for good must be confirmed", async () => {
  const { plan, port } = await planned("a");
  const costly = { ...turn("a"), choices: [{ ...choice("a"), gives_up: { k: "g" } }] };
  port.view = { version: 4, turn: costly } as View;
  await plan.onShow(port.view);
  expect(port.act).not.toHaveBeenCalled();
});

test("a plan outlives views in which it still makes sense", async () => {
  const { plan, port } = await planned("a");
  port.view = { version: 4 } as View;
  await plan.onShow(port.view);
  expect(plan.chosen).toEqual(choice("a"));
  expect(port.onLost).not.toHaveBeenCalled();
});

test("no request is made unless the player plans", async () => {
  const { plan, port } = make("a");
  await plan.onShow({ version: 4 } as View);
  expect(port.ask).not.toHaveBeenCalled();
});

test("a plan ends where the seat has no turn to come", async () => {
  const { plan, port } = await planned("a");
  port.seat = undefined;
  await plan.onShow({ version: 4 } as View);
  expect([plan.turn, plan.chosen]).toEqual([undefined, undefined]);
  expect(port.point).toHaveBeenLastCalledWith([]);
});

test("a plan that others make impossible is dropped before the turn comes", async () => {
  const { plan, port } = await planned("a");
  port.ask.mockResolvedValue({ version: 3, turn: turn("b") });
  await plan.onShow(port.view);
  expect(port.onLost).toHaveBeenCalledOnce();
  expect([plan.chosen, plan.turn]).toEqual([undefined, turn("b")]);
});
