import { beforeEach, expect, test, vi } from "vitest";
import { api, Refused } from "../../../src/api/client";
import type { Doable, LogLine, View } from "../../../src/api/protocol";
import { notices } from "../../../src/state/notices.svelte";
import { route, tablePath } from "../../../src/state/route.svelte";
import { t } from "../../../src/state/words.svelte";
import { Orders, PATIENCE } from "../../../src/tables/store/orders.svelte";
import type { TableState } from "../../../src/tables/store/table.svelte";
import { turn, view } from "../../fixtures/view";

beforeEach(() => {
  vi.restoreAllMocks();
  notices.clear();
});

/** A line of the log that says what a seat did later than any view here. */
const acted = (by: number): LogLine => ({ step: 9, by, say: { k: "x" } }) as LogLine;

function make(answers: unknown[] = []) {
  const post = vi.spyOn(api, "do").mockImplementation((() => {
    const answer = answers.shift();
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  }) as unknown as typeof api.do);
  const act: typeof api.act = (id, ...given) =>
    api.do(id, "actions", ...given) as unknown as ReturnType<typeof api.act>;
  vi.spyOn(api, "act").mockImplementation(act);
  const goTo = vi.spyOn(route, "go").mockReturnValue(undefined);
  const table = {
    id: "t1",
    view: view({ turn: turn([]) }) as View | undefined,
    timeline: {
      waiting: undefined as View | undefined,
      get newest() {
        return this.waiting ?? table.view;
      },
      log: [] as LogLine[],
      drained: Promise.resolve(),
      reaches: vi.fn((version: number) => Promise.resolve(version < 9)),
    },
    hotseat: { perspective: 0, revealedSeat: 1 },
    seats: { own: 0 },
    connection: { wire: "live" },
    clocks: { spent: () => undefined as number | undefined },
    take: vi.fn((shown: View) => void (table.view = shown)),
    refresh: vi.fn(() => Promise.resolve()),
  };
  return { orders: new Orders(table as unknown as TableState), table, post, goTo };
}

const walk: Doable = { do: ["a", "b", "c"], path: [], kind: "walk" };

test("a gesture is done action by action, each at the version before it", async () => {
  const mine = (version: number): View => view({ version, turn: turn([]) });
  const { orders, post } = make([mine(2), mine(3), mine(4)]);
  expect(await orders.act(walk)).toBe(true);
  expect(post.mock.calls.map(([, what, body]) => [what, body])).toEqual([
    ["actions", { seat: 0, do: "a", at: 1 }],
    ["actions", { seat: 0, do: "b", at: 2 }],
    ["actions", { seat: 0, do: "c", at: 3 }],
  ]);
});

test("an action answered by a version waits for the stream to bring its view", async () => {
  const { orders, table } = make([{ version: 5 }, { version: 9 }]);
  const step: Doable = { do: "a", path: [], kind: "walk" };
  expect(await orders.act(step)).toBe(true);
  expect([table.timeline.reaches.mock.calls, table.refresh.mock.calls]).toEqual([[[5]], []]);
  await orders.act(step);
  expect(table.refresh).toHaveBeenCalledTimes(1);
});

test("a gesture ends where the seat is no longer to act", async () => {
  const { orders, post } = make([view({ version: 2 })]);
  expect(await orders.act(walk)).toBe(false);
  expect(post).toHaveBeenCalledTimes(1);
  expect([orders.busy, orders.isGesturing]).toEqual([false, false]);
});

test("an action that a waiting view no longer offers is refused without a request", async () => {
  const { orders, table, post } = make([view({ version: 4 })]);
  const step: Doable = { do: "a", path: [], kind: "k" };
  table.timeline.waiting = view({ version: 3, turn: turn([{ ...step, do: "b" }]) });
  expect(await orders.act(step)).toBe(false);
  expect(post).not.toHaveBeenCalled();
  expect(notices.list.map((one) => one.kind)).toEqual(["error"]);
  table.timeline.waiting = view({ version: 3, turn: turn([step]) });
  expect(await orders.act(step)).toBe(true);
  expect(post.mock.calls[0]![2]).toEqual({ seat: 0, do: "a", at: 3 });
});

test("a refusal is reported, and the table is fetched again", async () => {
  const problem = { type: "/problems/stale-version", title: "", status: 409, detail: "late" };
  const { orders, table } = make([new Refused("stale-version", problem)]);
  expect(await orders.act({ do: "a", path: [], kind: "k" })).toBe(false);
  expect(table.refresh).toHaveBeenCalledTimes(1);
  expect(notices.list.map((one) => one.kind)).toEqual(["error"]);
});

const late = (): Refused => {
  const problem = { type: "/problems/stale-version", title: "", status: 409, detail: "late" };
  return new Refused("stale-version", problem);
};

test("what others were quicker than is sent once more, if it is still offered", async () => {
  const step: Doable = { do: "a", path: [], kind: "k" };
  const now = (more: Partial<View>): View => view({ version: 2, turn: turn([step]), ...more });
  for (const [present, sent] of [
    [now({}), 2],
    [now({ turn: turn([{ ...step, do: "b" }]) }), 1],
    [view({ version: 2 }), 1],
    [now({ step: -1 }), 1],
    [view({ turn: turn([step]) }), 1],
  ] as const) {
    notices.clear();
    vi.restoreAllMocks();
    const { orders, table, post } = make([late(), view({ version: 3 })]);
    table.refresh.mockImplementation(() =>
      Promise.resolve(void (table.timeline.waiting = present)),
    );
    expect(await orders.act(step)).toBe(sent === 2);
    expect(post).toHaveBeenCalledTimes(sent);
    expect(notices.list.length).toBe(2 - sent);
    expect(orders.busy).toBe(false);
  }
});

test("an action that the seat did in another window is not done twice", async () => {
  const step: Doable = { do: "a", path: [], kind: "k" };
  const later = view({ version: 2, step: 1, turn: turn([step]) });
  const { orders, table, post } = make([late()]);
  table.timeline.log = [acted(0)];
  table.refresh.mockImplementation(() => Promise.resolve(void (table.timeline.waiting = later)));
  expect(await orders.act(step)).toBe(false);
  expect(await orders.act(step)).toBe(false);
  expect(post).toHaveBeenCalledTimes(1);
  expect(notices.list.map((one) => one.kind)).toEqual(["error"]);
});

test("an order that was late twice is reported", async () => {
  const step: Doable = { do: "a", path: [], kind: "k" };
  const { orders, table, post } = make([late(), late(), view({ version: 9 })]);
  table.refresh.mockImplementation(() =>
    Promise.resolve(
      void (table.timeline.waiting = view({
        version: post.mock.calls.length + 1,
        turn: turn([step]),
      })),
    ),
  );
  expect(await orders.act(step)).toBe(false);
  expect(post.mock.calls.map(([, , body]) => body)).toEqual([
    { seat: 0, do: "a", at: 1 },
    { seat: 0, do: "a", at: 2 },
  ]);
  expect(notices.list.map((one) => one.kind)).toEqual(["error"]);
});

test("the page is busy from an order to its view, but not during chat", async () => {
  const { orders } = make([undefined, undefined]);
  const stands = orders.post("stand", { seat: 0 });
  expect(orders.busy).toBe(true);
  await stands;
  expect(orders.busy).toBe(false);
  const talks = orders.post("chat", { text: "hello" });
  expect(orders.busy).toBe(false);
  await talks;
});

test("without a live connection the table is fetched after each order", async () => {
  const { orders, table } = make([undefined, undefined]);
  await orders.post("stand", { seat: 0 });
  expect(table.refresh).not.toHaveBeenCalled();
  table.connection.wire = "lost";
  await orders.post("stand", { seat: 0 });
  expect(table.refresh).toHaveBeenCalledTimes(1);
});

test("undo is requested only where it is possible", async () => {
  const { orders, table, post } = make([undefined]);
  await orders.back();
  expect(post).not.toHaveBeenCalled();
  table.view = view({ turn: turn([]), can: { back: true } });
  await orders.back();
  expect(post).toHaveBeenCalledWith("t1", "back", { seat: 0, at: 1 }, 0, expect.anything());
});

test("undo pressed twice is requested once", async () => {
  const { orders, table, post } = make([undefined, late()]);
  table.view = view({ turn: turn([]), can: { back: true } });
  await Promise.all([orders.back(), orders.back()]);
  expect(post).toHaveBeenCalledTimes(1);
  expect(notices.list).toEqual([]);
});

test("a takeback is requested by the seat that acted last", async () => {
  const { orders, post } = make([undefined]);
  await orders.askTakeback();
  expect(post).toHaveBeenCalledWith("t1", "takeback", { seat: 1, at: 1 }, 0, expect.anything());
});

test("a rematch leads to the new table, and a refused one nowhere", async () => {
  const { orders, goTo } = make([{ id: "t2" }, new Error("no")]);
  expect(await orders.rematch()).toBe("t2");
  expect(goTo.mock.calls).toEqual([[tablePath("t2")]]);
  expect(await orders.rematch()).toBeUndefined();
  expect(goTo).toHaveBeenCalledTimes(1);
});

test("an action tells for how long the clock has run to the page", async () => {
  const { orders, table, post } = make([view({ version: 2, turn: turn([]) })]);
  table.clocks.spent = () => 4200;
  await orders.act({ ...walk, do: "a" });
  expect(post.mock.calls[0]![2]).toEqual({ seat: 0, do: "a", at: 1, spent: 4200 });
});

test("to play on from a position opens one table, however often it is pressed", async () => {
  const { orders, goTo, post } = make([{ id: "t2" }, { id: "t3" }]);
  await Promise.all([orders.fork(4), orders.fork(4)]);
  expect(post).toHaveBeenCalledTimes(1);
  expect(goTo.mock.calls).toEqual([[tablePath("t2")]]);
  await orders.fork(4);
  expect(post).toHaveBeenCalledTimes(2);
});

/** An order whose answer never comes, until it is given up. */
const lost = (signal: AbortSignal): Promise<never> =>
  new Promise((_, fail) => signal.addEventListener("abort", () => fail(new Error("aborted"))));

function makeLosing(...answers: unknown[]) {
  const made = make();
  made.post.mockImplementation(((...[, , , , signal]: Parameters<typeof api.do>) => {
    const answer = answers.shift();
    if (answer === undefined) return lost(signal!);
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  }) as unknown as typeof api.do);
  return made;
}

test("an order without an answer is told and sent again, as it was", async () => {
  vi.useFakeTimers();
  const { orders, post } = makeLosing(undefined, undefined, view({ version: 2 }));
  const acting = orders.act({ do: "a", path: [], kind: "walk" });
  await vi.advanceTimersByTimeAsync(PATIENCE);
  expect(notices.list.map(({ text }) => text)).toEqual([t("order.waits")]);
  await vi.advanceTimersByTimeAsync(2 * PATIENCE);
  expect(await acting).toBe(true);
  const [first, ...more] = post.mock.calls.map(([, , body]) => body);
  expect(more).toEqual([first, first]);
  expect(notices.list).toEqual([]);
  vi.useRealTimers();
});

test("one that had arrived is done, though it is refused when it is sent again", async () => {
  vi.useFakeTimers();
  const late = new Refused("not-your-turn", { type: "", title: "", status: 409, detail: "" });
  const { orders, table } = makeLosing(undefined, late);
  table.refresh.mockImplementation(() =>
    Promise.resolve(void (table.timeline.waiting = view({ version: 2 }))),
  );
  table.timeline.log = [acted(0)];
  const acting = orders.act({ do: "a", path: [], kind: "walk" });
  await vi.advanceTimersByTimeAsync(PATIENCE);
  expect(await acting).toBe(true);
  expect(notices.list).toEqual([]);
  vi.useRealTimers();
});

test.each([
  ["resign", {}, false, false],
  ["resign", {}, true, true],
  ["takeback", {}, false, false],
  ["takeback", { takeback: { by: 1, step: 3, waiting: [0] } }, false, true],
  ["back", { step: 3 }, false, true],
] as const)("%s sent again and refused after %o is done only if it shows", async (...row) => {
  vi.useFakeTimers();
  const [what, now, hasActed, done] = row;
  const { orders, table } = makeLosing(undefined, late());
  table.view = view({ step: 4 });
  table.refresh.mockImplementation(() =>
    Promise.resolve(
      void (table.timeline.waiting = view({ version: 2, step: 4, ...now } as Partial<View>)),
    ),
  );
  if (hasActed) table.timeline.log = [acted(1)];
  const asked = orders.post(what, { seat: 1, at: 1 });
  await vi.advanceTimersByTimeAsync(PATIENCE);
  expect(await asked).toBe(done);
  expect(notices.list.map((one) => one.kind)).toEqual(done ? [] : ["error"]);
  vi.useRealTimers();
});

test("what could be done twice is not sent again", async () => {
  vi.useFakeTimers();
  const { orders, post } = makeLosing();
  void orders.post("chat", { text: "hello" });
  await vi.advanceTimersByTimeAsync(PATIENCE);
  expect(notices.list.map(({ text }) => text)).toEqual([t("order.waits")]);
  await vi.advanceTimersByTimeAsync(10 * PATIENCE);
  expect(post).toHaveBeenCalledOnce();
  vi.useRealTimers();
});
