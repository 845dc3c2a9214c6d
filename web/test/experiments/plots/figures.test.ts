import { describe, expect, it } from "vitest";
import {
  barCells,
  csv,
  edgesOf,
  lengthBars,
  lengthBy,
  measureOf,
  measuresOf,
  spanOf,
  type Part,
} from "../../../src/experiments/plots/figures";

const part = (games: Record<string, number>): Part =>
  ({ drama: { changes: { games } } }) as unknown as Part;

describe("bins", () => {
  it("hold all values, one a number where there are few", () => {
    expect(edgesOf([3, 5])).toEqual([3, 4, 5, 6]);
    expect(edgesOf([7])).toEqual([7, 8]);
  });
  it("are twelve at most", () => {
    const edges = edgesOf([0, 100]);
    expect(edges.length).toBeLessThanOrEqual(13);
    expect(edges.at(-1)).toBeGreaterThan(100);
  });
  it("are the same for all variants, and ask for their games", () => {
    const parts = [part({ "1": 2, "2": 1 }), part({ "3": 4 })];
    const bars = lengthBars(parts, ["a", "b"], (one) => one.drama.changes, "changes");
    expect(bars.map(({ total }) => total)).toEqual([3, 4]);
    expect(bars[1]!.bins.map(({ count }) => count)).toEqual([0, 0, 4]);
    expect(bars[1]!.bins[2]!.query).toEqual({ variant: 1, measure: "changes", least: 3, most: 3 });
    expect(barCells(bars)[0]).toEqual(["a", "1", 2]);
  });
  it("are none of nothing", () => {
    expect(lengthBars([part({})], ["a"], (one) => one.drama.changes, "x")).toEqual([]);
  });
});

describe("the measures of game length", () => {
  const lengths = (...names: string[]): Part =>
    ({ findings: { lengths: names.map((name) => ({ name })) } }) as unknown as Part;
  const parts = [lengths("actions", "rounds"), lengths("rounds", "actions", "turns")];

  it("are those of the first variant", () => {
    expect(measuresOf(parts)).toEqual(["actions", "rounds"]);
  });
  it("can be picked, and the first is shown otherwise", () => {
    expect(["", "rounds", "turns"].map((picked) => measureOf(parts, picked))).toEqual([
      "actions",
      "rounds",
      "actions",
    ]);
    expect(measureOf([lengths()], "rounds")).toBe("actions");
  });
  it("are found by name in each variant", () => {
    expect(parts.map((part) => lengthBy(part, "rounds")?.name)).toEqual(["rounds", "rounds"]);
    expect(parts.map((part) => lengthBy(part, "turns")?.name)).toEqual([undefined, "turns"]);
  });
});

describe("spans", () => {
  it("are in percent, and ask for the games of their variant", () => {
    const span = spanOf("Red", [0.5, 0.25, 0.75], 2, { winner: 0 });
    expect([span.value, span.low, span.high]).toEqual([50, 25, 75]);
    expect(span.query).toEqual({ variant: 2, winner: 0 });
  });
});

describe("CSV", () => {
  it("quotes what has to be", () => {
    expect(csv([["a,b", 'say "c"', 1.5]])).toBe('"a,b","say ""c""",1.5\r\n');
  });
  it("holds no formulas, but negative numbers", () => {
    expect(csv([["=1+1", -3]])).toBe("'=1+1,-3\r\n");
  });
});
