import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api, Refused } from "../../../src/api/client";
import type { Advice, Doable, Remark } from "../../../src/api/protocol";
import { notices } from "../../../src/state/notices.svelte";
import { TableState } from "../../../src/tables/store/table.svelte";
import { turn, view } from "../../fixtures/view";

const problem = { type: "/problems/busy", title: "", status: 503, detail: "" };
const busy = new Refused("busy", problem);
const advice = { step: 1, seat: 0, choices: [], of: 2 } as unknown as Advice;
const blunder = { step: 1, seat: 0, could: 0.5, got: -0.5 } as unknown as Remark;
const choices: Doable[] = ["a", "b"].map((act) => ({ do: act, path: [act], kind: "k" }));

beforeEach(() => {
  vi.useFakeTimers();
  notices.clear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A table with a coach that gives these answers, one after another. */
function make(answers: unknown[]) {
  const table = new TableState("t");
  table.timeline.view = view({ coach: true, turn: turn(choices) });
  const post = vi.spyOn(api, "do").mockImplementation((() => {
    const answer = answers.shift();
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  }) as unknown as typeof api.do);
  return { table, coach: table.coach, post };
}

/** The player has acted, and the table shows it. */
async function acts({ table, coach }: ReturnType<typeof make>): Promise<void> {
  await coach.follow(() => Promise.resolve(true), 1);
  table.timeline.view = view({ coach: true, step: 2, version: 2 });
  await vi.advanceTimersByTimeAsync(0);
}

test("a busy server is reported in place of the hint, which can be requested again", async () => {
  const { coach, post } = make([busy, advice]);
  await coach.ask();
  expect([coach.stage, coach.asking, notices.list]).toEqual(["busy", false, []]);
  await coach.ask();
  expect([coach.stage, coach.advice]).toEqual(["place", advice]);
  expect(post.mock.calls[0]).toEqual(post.mock.calls[1]);
});

test("a question that the house was too busy for goes with its decision", async () => {
  const { table, coach } = make([busy]);
  await coach.ask();
  table.coach.onShow(view({ step: 2, coach: true }), table.view);
  expect(coach.stage).toBe("none");
});

test("a hint stays while the seat has the same choices, and goes when one of them changes", async () => {
  const { table, coach } = make([advice]);
  const shown = table.view!;
  await coach.ask();
  coach.onShow(view({ coach: true, version: 2, turn: turn([...choices]) }), shown);
  expect(coach.stage).toBe("place");
  const others = [choices[0]!, { ...choices[1]!, do: "c" }];
  coach.onShow(view({ coach: true, version: 3, turn: turn(others) }), shown);
  expect(coach.stage).toBe("none");
});

test("any other refusal of a hint is reported", async () => {
  const { coach } = make([new Refused("no-coach", { ...problem, status: 403 })]);
  await coach.ask();
  expect([coach.stage, notices.list.length]).toEqual(["none", 1]);
});

test("a remark is requested again until the server has time for it", async () => {
  const made = make([busy, busy, blunder]);
  await acts(made);
  expect([made.coach.late, made.coach.remark]).toEqual(["waits", undefined]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([made.coach.late, made.coach.remark]).toEqual([undefined, blunder]);
  expect(made.post).toHaveBeenCalledTimes(3);
  expect(new Set(made.post.mock.calls.map((call) => JSON.stringify(call))).size).toBe(1);
});

test("after some tries it is left to the player, for whom the question is kept", async () => {
  const made = make([...Array<Error>(5).fill(busy), blunder]);
  await acts(made);
  await vi.advanceTimersByTimeAsync(300_000);
  expect([made.coach.late, made.post.mock.calls.length]).toEqual(["missed", 5]);
  made.coach.askAgain();
  await vi.advanceTimersByTimeAsync(0);
  expect([made.coach.late, made.coach.remark]).toEqual([undefined, blunder]);
});

test.each(["back", "dismiss", "act"])("after %s nothing more is asked", async (letGo) => {
  const made = make([busy, blunder]);
  await acts(made);
  const shown = made.table.view!;
  if (letGo === "back") made.coach.onShow(view({ coach: true, version: 3 }), shown);
  if (letGo === "dismiss") made.coach.dismiss();
  if (letGo === "act") await made.coach.follow(() => Promise.resolve(false), 1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([made.coach.late, made.coach.remark]).toEqual([undefined, undefined]);
  expect(made.post).toHaveBeenCalledTimes(1);
});

test("views still to be shown do not drop the request", async () => {
  const made = make([busy, blunder]);
  await acts(made);
  made.coach.onShow(view({ coach: true, step: 1 }), view({ coach: true, step: 0 }));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(made.coach.remark).toEqual(blunder);
});

test("a remark that cannot be had for another reason is not missed", async () => {
  const made = make([new Refused("internal", { ...problem, status: 500 })]);
  await acts(made);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([made.coach.late, made.post.mock.calls.length]).toEqual([undefined, 1]);
});
