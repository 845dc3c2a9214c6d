import { beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../src/api/client";
import type { Choice, Turn, View } from "../../../src/api/protocol";
import { notices } from "../../../src/state/notices.svelte";
import { t } from "../../../src/state/words.svelte";
import { Plan } from "../../../src/tables/store/plan.svelte";
import type { TableState } from "../../../src/tables/store/table.svelte";

const choice = (text: string): Choice => ({ do: text, path: [text], kind: "place" });
const turn = (...texts: string[]): Turn =>
  ({ seat: 0, choices: texts.map(choice), prompt: { say: { k: "p" } } }) as Turn;

const waiting = (version: number): View => ({ version, status: "running" }) as View;
const lost = () => notices.list.filter(({ text }) => text === t("plan.lost")).length;

function make(...could: string[]) {
  const table = {
    id: "t1",
    view: waiting(3),
    page: { plans: true },
    seats: { played: [0] },
    hotseat: { isHidden: false },
    selection: { spot: [] as readonly string[] },
    act: vi.fn(() => Promise.resolve(true)),
  };
  const ask = vi
    .spyOn(api, "ahead")
    .mockImplementation(() =>
      Promise.resolve({ version: table.view.version, turn: turn(...could) }),
    );
  return { plan: new Plan(table as unknown as TableState), table, ask };
}

beforeEach(() => {
  vi.restoreAllMocks();
  notices.clear();
});

async function planned(...could: string[]) {
  const made = make(...could);
  await made.plan.begin();
  made.plan.choose(choice("a"));
  return made;
}

test("a planned action is done when the turn comes", async () => {
  const { plan, table } = await planned("a", "b");
  expect(table.act).not.toHaveBeenCalled();
  table.view = { ...waiting(4), turn: turn("a", "c") } as View;
  await plan.onShow(table.view);
  expect(table.act).toHaveBeenCalledExactlyOnceWith(choice("a"));
  expect([plan.turn, plan.chosen]).toEqual([undefined, undefined]);
});

test("a plan that has become impossible is dropped with a notice", async () => {
  const { plan, table } = await planned("a");
  table.view = { ...waiting(4), turn: turn("b") } as View;
  await plan.onShow(table.view);
  expect(table.act).not.toHaveBeenCalled();
  expect(lost()).toBe(1);
});

test("a choice that gives something up for good must be confirmed", async () => {
  const { plan, table } = await planned("a");
  const costly = { ...turn("a"), choices: [{ ...choice("a"), gives_up: { k: "g" } }] };
  table.view = { ...waiting(4), turn: costly } as View;
  await plan.onShow(table.view);
  expect(table.act).not.toHaveBeenCalled();
});

test("a plan outlives views in which it still makes sense", async () => {
  const { plan, table } = await planned("a");
  table.view = waiting(4);
  await plan.onShow(table.view);
  expect(plan.chosen).toEqual(choice("a"));
  expect(lost()).toBe(0);
});

test("no request is made unless the player plans", async () => {
  const { plan, ask } = make("a");
  await plan.onShow(waiting(4));
  expect(ask).not.toHaveBeenCalled();
});

test("a plan ends where the seat has no turn to come", async () => {
  const { plan, table } = await planned("a");
  table.seats.played = [];
  await plan.onShow(waiting(4));
  expect([plan.turn, plan.chosen]).toEqual([undefined, undefined]);
  expect(table.selection.spot).toEqual([]);
});

test("a plan that others make impossible is dropped before the turn comes", async () => {
  const { plan, table, ask } = await planned("a");
  ask.mockResolvedValue({ version: 3, turn: turn("b") });
  await plan.onShow(table.view);
  expect(lost()).toBe(1);
  expect([plan.chosen, plan.turn]).toEqual([undefined, turn("b")]);
});
