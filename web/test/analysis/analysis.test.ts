import { afterEach, expect, test, vi } from "vitest";
import { api, Refused } from "../../src/api/client";
import { AnalysisState } from "../../src/analysis/analysis.svelte";
import { TableState } from "../../src/tables/store/table.svelte";
import { view } from "../fixtures/view";

afterEach(() => void vi.restoreAllMocks());

function analysed(): AnalysisState {
  const table = new TableState("t");
  table.timeline.view = view({ can: { analyse: true } });
  return new AnalysisState(table);
}

async function refused(kind: string): Promise<AnalysisState> {
  const analysis = analysed();
  const problem = { type: `/problems/${kind}`, title: "", status: 409, detail: "no" };
  vi.spyOn(api, "analyse").mockRejectedValue(new Refused(kind, problem));
  analysis.longer();
  await vi.waitFor(() => expect(analysis.running).toBe(false));
  return analysis;
}

test("without a decision there is nothing to analyse, which is no error", async () => {
  const analysis = await refused("not-your-turn");
  expect([analysis.nothing, analysis.problem]).toEqual([true, undefined]);
});

test("any other refusal is reported", async () => {
  const analysis = await refused("busy");
  expect(analysis.nothing).toBe(false);
  expect(analysis.problem).toBeTruthy();
});

test("a place in the queue is told until the search begins", async () => {
  const analysis = analysed();
  const places: number[] = [];
  vi.spyOn(api, "analyse").mockImplementation((_id, _order, hear) => {
    for (const place of [2, 1, undefined]) {
      hear({ step: 0, seat: 0, ...(place !== undefined && { place }) });
      places.push(analysis.place);
    }
    hear({ step: 0, seat: 0, place: 3 });
    return Promise.resolve();
  });
  analysis.longer();
  await vi.waitFor(() => expect(analysis.running).toBe(false));
  expect(places).toEqual([2, 1, 0]);
  expect(analysis.place).toBe(0);
});
