import { expect, test } from "vitest";
import { begun, did, MAX_STEPS, redone, undone } from "../../src/drafts/history";
import { readDraft } from "../../src/drafts/kept";

test("steps are taken back and done again", () => {
  const two = did(did(begun("a"), "b"), "c");
  expect(undone(two).now).toBe("b");
  expect(undone(undone(undone(two))).now).toBe("a");
  expect(redone(undone(two))).toEqual(two);
});

test("a step after an undo discards what was undone", () => {
  const other = did(undone(did(begun("a"), "b")), "c");
  expect(redone(other).now).toBe("c");
  expect(undone(other).now).toBe("a");
});

test("what changes nothing is no step", () => {
  const one = did(begun("a"), "b");
  expect(did(one, "b")).toBe(one);
});

test("the number of steps is limited", () => {
  let history = begun(0);
  for (let n = 1; n <= MAX_STEPS + 20; n++) history = did(history, n);
  expect(history.past.length).toBe(MAX_STEPS);
  expect(history.past[0]).toBe(20);
});

test("a kept draft is read, and junk is none", () => {
  const drawn = { marks: { land: { a: "hill" } }, fields: { name: "Biwa" }, rows: {} };
  expect(readDraft(JSON.stringify(drawn))).toEqual(drawn);
  expect(readDraft("{}")).toEqual({ marks: {}, fields: {}, rows: {} });
  const junk = [null, "", "x", "null", "[]", '{"marks": []}', '{"marks": {"a": {"b": 1}}}'];
  for (const text of [...junk, '{"fields": {"a": 1}}']) expect(readDraft(text)).toBeUndefined();
});
