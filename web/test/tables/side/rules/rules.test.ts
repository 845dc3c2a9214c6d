import { expect, test, vi } from "vitest";
import type { GameInfo, Rules } from "../../../../src/api/protocol";

const rules = { rulebooks: {}, tables: [{ title: { k: "all" }, rows: [] }], words: {} } as Rules;
const own = { tables: [{ title: { k: "own" }, rows: [] }] };
vi.mock("../../../../src/api/client", () => ({
  api: { rules: vi.fn(async () => rules), reference: vi.fn(async () => own) },
}));
const { api } = await import("../../../../src/api/client");
const { rulesAt } = await import("../../../../src/tables/side/rules/rules");

const game = {
  key: "fair",
  options: [
    { key: "cards", default: "printed", file: ".toml" },
    { key: "seats", default: "4", values: ["3", "4"] },
  ],
} as unknown as GameInfo;

test("a table is asked for its own tables only if a file is in play", async () => {
  expect((await rulesAt("t1", game, { cards: "printed", seats: "3" })).tables).toEqual(
    rules.tables,
  );
  expect(api.reference).not.toHaveBeenCalled();
  const found = await rulesAt("t1", game, { cards: "copies.red = 7", seats: "4" });
  expect(found).toEqual({ ...rules, tables: own.tables });
  expect(api.reference).toHaveBeenCalledWith("t1");
});
