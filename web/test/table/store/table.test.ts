import { expect, test, vi } from "vitest";
import { TableState } from "../../../src/table/store/table.svelte";
import { view } from "../../fixtures/view";

function shown(step: number): TableState {
  const table = new TableState("t");
  table.timeline.view = view({ step, version: step });
  return table;
}

test("what was found of steps that were taken back is forgotten", () => {
  const table = shown(3);
  const forget = vi.spyOn(table.analysis, "forget");
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
