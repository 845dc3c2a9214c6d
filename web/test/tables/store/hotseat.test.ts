import { expect, test, vi } from "vitest";
import type { LogLine, View } from "../../../src/api/protocol";
import { Hotseat } from "../../../src/tables/store/hotseat.svelte";
import type { TableState } from "../../../src/tables/store/table.svelte";
import { shared, view } from "../../fixtures/view";

const secret: LogLine = { step: 1, say: { k: "secret" } } as LogLine;

function make(shown: View | undefined = shared(null)) {
  const table = {
    view: shown,
    timeline: { log: [] as LogLine[] },
    onSwitch: vi.fn((_left: View, _log: LogLine[], _since?: number) => Promise.resolve()),
  };
  return { hotseat: new Hotseat(table as unknown as TableState), table };
}

test("the board is hidden before a player who must decide, on a shared device only", () => {
  expect(make().hotseat.isHidden).toBe(true);
  expect(make().hotseat.waitingSeats).toEqual([0, 1]);
  expect(make(view()).hotseat.isHidden).toBe(false);
  expect(make(shared(null, { open: true })).hotseat.isHidden).toBe(false);
  expect(make(shared(null, { must_act: [] })).hotseat.isHidden).toBe(false);
});

test("players may look at the table together, and see what a spectator sees", () => {
  const { hotseat } = make();
  hotseat.together = true;
  expect([hotseat.isHidden, hotseat.perspective]).toEqual([false, "curtain"]);
});

test("revealing a seat drops the present view and requests that seat's", async () => {
  const { hotseat, table } = make(shared(1));
  await hotseat.reveal(0);
  expect([hotseat.revealedSeat, hotseat.perspective, hotseat.isBlank]).toEqual([0, 0, true]);
  expect([hotseat.isHidden, hotseat.epoch]).toEqual([true, 1]);
  const [left] = table.onSwitch.mock.calls[0]!;
  expect([left.scene.pieces, left.scene.spaces]).toEqual([[], []]);
});

test("a view of another perspective is foreign", async () => {
  const { hotseat } = make();
  await hotseat.reveal(0);
  expect(hotseat.judge(shared(1))).toBe("foreign");
  expect(hotseat.judge(shared(null))).toBe("foreign");
  expect(hotseat.judge(shared(0))).toBe("show");
});

test("the board hides itself when the revealed seat has decided, or is given up", async () => {
  const { hotseat } = make();
  await hotseat.reveal(0);
  expect(hotseat.judge(shared(0, { must_act: [1] }))).toBe("hide");
  const left = shared(0).seats.map((seat, n) => (n === 0 ? { ...seat, you: false } : seat));
  expect(hotseat.judge(shared(0, { seats: left, must_act: [] }))).toBe("hide");
});

test("a seat with nothing to decide may peek until something happens", async () => {
  const { hotseat } = make(shared(null, { must_act: [1] }));
  await hotseat.reveal(0);
  expect(hotseat.judge(shared(0, { must_act: [1], version: 4 }))).toBe("show");
  expect(hotseat.judge(shared(0, { must_act: [1], version: 5 }))).toBe("hide");
});

test("what a seat has been sent is kept for its next turn, apart from other seats", async () => {
  const { hotseat, table } = make();
  await hotseat.reveal(0);
  hotseat.isBlank = false;
  [table.view, table.timeline.log] = [shared(0, { version: 6 }), [secret]];
  await hotseat.reveal(1);
  expect(table.onSwitch.mock.lastCall!.slice(1)).toEqual([[], undefined]);
  await hotseat.reveal(0);
  expect(table.onSwitch.mock.lastCall!.slice(1)).toEqual([[secret], 6]);
});

test("news is requested from the version shown", async () => {
  const { hotseat, table } = make(shared(null, { version: 3 }));
  expect(hotseat.since()).toBe(3);
  await hotseat.reveal(0);
  expect(hotseat.since()).toBeUndefined();
  hotseat.isBlank = false;
  table.view = shared(0, { version: 8 });
  expect(hotseat.since()).toBe(8);
});
