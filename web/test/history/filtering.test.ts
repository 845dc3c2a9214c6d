import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Filter } from "../../src/history/filter";
import { Filtering } from "../../src/history/filtering";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function make() {
  const port = {
    filter: { game: "a" } as Filter,
    use: vi.fn((filter: Filter) => void (port.filter = filter)),
  };
  return { filtering: new Filtering(port), port };
}

test("another field chosen while typing loses nothing", () => {
  const { filtering, port } = make();
  filtering.change("opponent", "Ha", 350);
  filtering.change("opponent", "Hana", 350);
  filtering.change("outcome", "won");
  vi.runAllTimers();
  expect(port.use.mock.calls).toEqual([[{ game: "a", opponent: "Hana", outcome: "won" }]]);
  filtering.change("opponent", "");
  vi.runAllTimers();
  expect(port.filter).toEqual({ game: "a", outcome: "won" });
});

test("a page that is left changes no address afterwards", () => {
  const { filtering, port } = make();
  filtering.change("opponent", "Ha", 350);
  filtering.drop();
  vi.runAllTimers();
  expect(port.use).not.toHaveBeenCalled();
});
