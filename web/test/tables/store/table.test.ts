import { afterEach, expect, test, vi } from "vitest";
import * as together from "../../../src/api/together";
import { api, Unreachable } from "../../../src/api/client";
import { AnalysisState } from "../../../src/analysis/analysis.svelte";
import { TableState } from "../../../src/tables/store/table.svelte";
import { shared, view } from "../../fixtures/view";

afterEach(() => void vi.restoreAllMocks());

function shown(step: number): TableState {
  const table = new TableState("t");
  table.timeline.view = view({ step, version: step });
  return table;
}

test("what was found of steps that were taken back is forgotten", () => {
  const table = shown(3);
  const forget = vi.spyOn(new AnalysisState(table), "forget");
  const [before, on, back] = [3, 4, 2].map((step) => view({ step, version: step + 1 }));
  table.onShow(on!, before, false);
  expect(forget).not.toHaveBeenCalled();
  table.onShow(back!, on, false);
  expect(forget).toHaveBeenCalledOnce();
});

test("viewing another step drops the clicks so far", async () => {
  const table = shown(3);
  table.selection.path = ["a"];
  await table.timeline.look(3);
  expect(table.selection.path).toEqual([]);
});

/** A stream that says nothing by itself. */
class FakeSource extends EventTarget {
  static last: FakeSource;
  readyState = 1;
  constructor() {
    super();
    FakeSource.last = this;
  }
  close(): void {}
}

test("a view of another seat than the one revealed is not shown", async () => {
  vi.stubGlobal("EventSource", FakeSource);
  vi.spyOn(api, "people").mockRejectedValue(new Unreachable());
  vi.spyOn(api, "view").mockResolvedValue(shared(0, { version: 2 }));
  const table = new TableState("t");
  table.timeline.view = shared(null);
  await table.hotseat.reveal(0);
  await table.timeline.drained;
  expect([table.view?.viewer, table.hotseat.isHidden]).toEqual([0, false]);
  table.take(shared(1, { version: 9, step: 9 }));
  await table.timeline.drained;
  expect([table.view?.viewer, table.view?.step]).toEqual([0, 1]);
});

test("when a lost stream is back, what was missed is fetched from the version shown", () => {
  vi.spyOn(together, "open").mockImplementation(() => new FakeSource());
  const load = vi.spyOn(api, "view").mockReturnValue(new Promise(() => undefined));
  const table = shown(3);
  table.connection.listen(3);
  FakeSource.last.dispatchEvent(new Event("open"));
  expect(load).not.toHaveBeenCalled();
  FakeSource.last.dispatchEvent(new Event("error"));
  FakeSource.last.dispatchEvent(new Event("open"));
  expect(load).toHaveBeenCalledExactlyOnceWith("t", "curtain", 3);
  table.leave();
});
