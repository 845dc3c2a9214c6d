import { expect, test } from "vitest";
import { idsOfLast, lastSeat, lineKey, mergeChat, mergeLog } from "../../src/lib/merge";
import type { LogLine } from "../../src/api/protocol";

const line = (step: number): LogLine => ({ step, say: { k: `s${step}` } });

test("a part of the log replaces what was held from its start on", () => {
  expect(mergeLog([line(1), line(2), line(3)], { start: 1, lines: [line(9)] })).toEqual([
    line(1),
    line(9),
  ]);
  expect(mergeLog([line(1)], { start: 0 })).toEqual([]);
});

test("chat lines are held once each, in order", () => {
  const chat = (n: number) => ({ n, name: "A", text: String(n), at: 0 });
  expect(mergeChat([chat(1), chat(3)], [chat(2), chat(3)]).map(({ n }) => n)).toEqual([1, 2, 3]);
});

test("private lines are numbered apart, and a promise is held as it was sent last", () => {
  const chat = (n: number, at: number, more = {}) => ({ n, name: "A", text: "", at, ...more });
  const promise = { seat: 0, to: 1, promise: "open" as const };
  const held = mergeChat(
    [chat(1, 5), chat(2, 9)],
    [chat(1, 7, promise), chat(1, 8, { seat: 1, to: 0 })],
  );
  expect(held.map(lineKey)).toEqual(["1", "0>1:1", "1>0:1", "2"]);
  const settled = mergeChat(held, [chat(1, 7, { ...promise, promise: "kept" as const })]);
  expect(settled.map((line) => line.promise)).toEqual([undefined, "kept", undefined, undefined]);
  expect(lineKey(chat(3, 9, { seat: 0, to: 1, aloud: true }))).toBe("3");
});

test("what the last step touched is told, but of a set-up nothing", () => {
  const deal = { ...line(1), by: 15, ids: ["a"] };
  expect(idsOfLast([deal])).toEqual([]);
  const deed = { ...line(2), by: 1, ids: ["b"] };
  expect(idsOfLast([deal, deed, { ...line(2), ids: ["c"] }])).toEqual(["b", "c"]);
  expect(lastSeat([deed, deal], [0, 1])).toBe(1);
  expect(lastSeat([deed, deal], [0])).toBeUndefined();
});
