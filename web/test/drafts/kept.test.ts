import { expect, test } from "vitest";
import type { Table } from "../../src/api/protocol";
import { allDrafts, completed, readDrafts } from "../../src/drafts/kept";
import { whole } from "../../src/drafts/paint";

const say = { k: "x" };
const table = (key: string, ...rows: string[]): Table => ({
  key,
  say,
  about: say,
  columns: [],
  fixed: true,
  rows: rows.map((row) => ({ key: row, say })),
});
const usual = whole({
  rows: {
    card: { ninja: { copies: "5" } },
    trait: { palace: { amount: "1" }, farms: { amount: "2" } },
  },
});

test("a stored draft gets the rows of a table that was added since", () => {
  const kept = whole({ rows: { card: { ninja: { copies: "9" } } } });
  const found = completed(kept, [table("card", "ninja"), table("trait", "palace", "farms")], usual);
  expect(found.rows).toEqual({ card: { ninja: { copies: "9" } }, trait: usual.rows["trait"] });
});

test("rows that it has stay, and rows that no table names are not added", () => {
  const kept = whole({ rows: { trait: { palace: { amount: "7" } } } });
  const found = completed(kept, [table("trait", "palace")], usual);
  expect(found).toEqual(kept);
});

test("all drafts are one file, which is read again", () => {
  const one = { game: "akebono", desk: "board", name: "琵琶湖", draft: usual };
  expect(readDrafts(allDrafts([one, { ...one, name: "Biwa" }]))).toEqual([
    one,
    { ...one, name: "Biwa" },
  ]);
  expect(readDrafts(allDrafts([]))).toEqual([]);
});

test("a file with one damaged draft is not read in part", () => {
  const one = { game: "akebono", desk: "board", name: "Biwa", draft: usual };
  const junk = [{ ...one, draft: { marks: [] } }, { ...one, name: "" }, { ...one, desk: 3 }, null];
  for (const bad of junk)
    expect(readDrafts(allDrafts([one]).replace("]}", `,${JSON.stringify(bad)}]}`))).toBeUndefined();
  for (const text of ["", "x", "[]", "{}", '{"format": "honjin drafts 2", "drafts": []}'])
    expect(readDrafts(text)).toBeUndefined();
});
