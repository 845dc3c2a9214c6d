import { expect, test, vi } from "vitest";
import type { Doable, Reason } from "../../../src/api/protocol";
import { Selection } from "../../../src/tables/store/selection.svelte";
import type { TableState } from "../../../src/tables/store/table.svelte";
import { choices, scene } from "../../fixtures/board";
import { turn, view } from "../../fixtures/view";

const reason: Reason = { say: { k: "no" } } as Reason;

function make(open: readonly Doable[] = choices) {
  const table = {
    scene,
    view: view({ turn: turn(open) }),
    plan: {},
    timeline: { revealing: false },
    orders: { busy: false, isGesturing: false, working: false },
    tips: { refuse: vi.fn() },
    act: vi.fn((_choice: Doable) => Promise.resolve(true)),
    why: vi.fn(() => Promise.resolve(reason)),
  };
  return { selection: new Selection(table as unknown as TableState), table };
}

const done = (table: ReturnType<typeof make>["table"]) =>
  table.act.mock.calls.map(([one]) => one.do);

test("clicks narrow the choices until one is complete, which is then done", async () => {
  const { selection, table } = make();
  selection.touch("p3");
  expect(selection.path).toEqual(["p3"]);
  expect([...selection.next]).toEqual(["b", "c"]);
  expect(selection.hasTargets).toBe(true);
  selection.touch("b");
  expect(done(table)).toEqual(["place b"]);
  await vi.waitFor(() => expect(selection.path).toEqual([]));
});

test("what cannot be clicked lets the path go and tells the reason", async () => {
  const { selection, table } = make([choices[0]!]);
  selection.touch("p3");
  selection.touch("c");
  expect(selection.path).toEqual([]);
  await vi.waitFor(() => expect(table.tips.refuse).toHaveBeenCalledWith("c", reason));
  expect(table.why).toHaveBeenCalledWith(0, ["p3", "c"]);
  expect(done(table)).toEqual([]);
});

test("nothing can be chosen while something is played or an action is on its way", () => {
  const { selection, table } = make();
  expect(selection.choices.length).toBe(choices.length);
  const paused = make();
  paused.table.timeline.revealing = true;
  expect(paused.selection.choices).toEqual([]);
  table.orders.working = true;
  selection.touch("p3");
  expect(selection.path).toEqual([]);
});

test("nothing can be lifted while clicks have no effect, not even what was clicked before", () => {
  const { selection, table } = make();
  expect(selection.lift("p3")).toBe(true);
  expect(selection.lift("p3")).toBe(true);
  table.orders.working = true;
  expect(selection.lift("p3")).toBe(false);
  table.orders.working = false;
  table.orders.busy = true;
  expect(selection.lift("p3")).toBe(false);
  table.orders.busy = false;
  delete table.view.turn;
  expect(selection.lift("p3")).toBe(false);
});

test("clicks made during an action follow it, but not the second half of a double click", async () => {
  const { selection, table } = make();
  let finish = (_done: boolean): void => undefined;
  table.act.mockImplementationOnce(() => {
    table.orders.busy = true;
    return new Promise((resolve) => {
      finish = resolve;
    });
  });
  selection.touch("p3");
  selection.touch("b");
  selection.touch("b");
  selection.touch("p3");
  table.orders.busy = false;
  finish(true);
  await vi.waitFor(() => expect(selection.path).toEqual(["p3"]));
  expect(done(table)).toEqual(["place b"]);
});

test("clicks made during another order do nothing, then or later", async () => {
  // Seen in Summits: a card clicked while a takeback was asked for was played with the next click.
  const { selection, table } = make();
  table.orders.busy = true;
  selection.touch("p3");
  table.orders.busy = false;
  selection.pick("p3");
  selection.pick("b");
  await vi.waitFor(() => expect(selection.path).toEqual([]));
  expect(done(table)).toEqual(["place b"]);
});

test("a choice that gives something up is done only when it is confirmed", () => {
  const risky: Doable = { ...choices[0]!, gives_up: { k: "all" } };
  const { selection, table } = make([risky]);
  selection.pick("p3");
  for (const yes of [false, true]) {
    selection.pick("b");
    expect(selection.unconfirmed?.choice).toEqual(risky);
    expect(done(table)).toEqual([]);
    selection.confirm(yes);
    expect(selection.unconfirmed).toBeUndefined();
  }
  expect(done(table)).toEqual(["place b"]);
});

test("a space where two things can be clicked is a question", () => {
  const both: Doable[] = [
    { do: "x", path: ["a", "b"], kind: "k" },
    { do: "y", path: ["p1", "b"], kind: "k" },
    { do: "z", path: ["p2", "b"], kind: "k" },
  ];
  const { selection } = make(both);
  selection.touch("a");
  expect(selection.question).toEqual(["a", "p2", "p1"]);
  expect(selection.drop()).toBe(true);
  expect([selection.question, selection.drop()]).toEqual([[], false]);
});

test("the thing under the pointer tells what it would lead to", () => {
  const { selection } = make();
  selection.hover = "p3";
  expect([...selection.ahead]).toEqual(["b", "c"]);
  expect(selection.aimed).toBeUndefined();
  selection.path = ["p3"];
  selection.hover = "b";
  expect(selection.aimed?.do).toBe("place b");
});

test("a drag picks up what can go on, or what an action picks up", async () => {
  const lifts: Doable = { do: "lift p1", path: ["p1"], kind: "lift", lifts: true };
  const { selection, table } = make([...choices, lifts]);
  expect([selection.liftable("p3"), selection.liftable("gap")]).toEqual([true, false]);
  expect(selection.lift("p3")).toBe(true);
  expect(selection.path).toEqual(["p3"]);
  selection.drop();
  expect(await selection.lift("p1")).toBe(true);
  expect([done(table), selection.inHand]).toEqual([["lift p1"], "p1"]);
});

test("a piece dropped on an illegal space goes back, and the reason is shown", async () => {
  const back: Doable = { do: "put a", path: ["a"], kind: "put" };
  const { selection, table } = make([back]);
  await selection.setDown("a", "b");
  expect(done(table)).toEqual(["put a"]);
  expect(table.tips.refuse).toHaveBeenCalledWith("b", reason);
});

test("a new view keeps a path that still leads to the same choices, and drops gestures", () => {
  const { selection } = make();
  const before = view({ turn: turn(choices) });
  selection.gestures = [{ do: ["a", "b"], path: ["p3", "c"], kind: "g" }];
  selection.path = ["p3"];
  selection.onShow({ ...before, version: 2, step: 2 }, before);
  expect([selection.path, selection.gestures]).toEqual([["p3"], []]);
  selection.onShow(view({ version: 3, step: 3, turn: turn([choices[1]!]) }), before);
  expect(selection.path).toEqual([]);
});

test("a question of confirmation stays only as long as its choice does", () => {
  const risky: Doable = { ...choices[0]!, gives_up: { k: "all" } };
  const { selection } = make([risky]);
  selection.unconfirmed = { choice: risky, path: risky.path };
  selection.onShow(view({ turn: turn([risky]) }), undefined);
  expect(selection.unconfirmed?.choice.do).toBe("place b");
  selection.onShow(view({ turn: turn([choices[1]!]) }), undefined);
  expect(selection.unconfirmed).toBeUndefined();
});
