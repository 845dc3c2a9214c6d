import { expect, test } from "vitest";
import {
  hasActed,
  idsOfLast,
  lastSeat,
  lineKey,
  mergeChat,
  mergeLog,
  setUpLines,
} from "../../../src/lib/play/merge";
import type { LogLine } from "../../../src/api/protocol";

const line = (step: number): LogLine => ({ step, say: { k: `s${step}` } });

test("a part of the log replaces what was held from its start on", () => {
  expect(mergeLog([line(1), line(2), line(3)], { start: 1, lines: [line(9)] })).toEqual([
    line(1),
    line(9),
  ]);
  expect(mergeLog([line(1)], { start: 0, lines: [] })).toEqual([]);
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

test("the ids of the last step are known, but none of a setup", () => {
  const deal = { ...line(1), by: 15, ids: ["a"] };
  expect(idsOfLast([deal])).toEqual([]);
  const deed = { ...line(2), by: 1, ids: ["b"] };
  expect(idsOfLast([deal, deed, { ...line(2), ids: ["c"] }])).toEqual(["b", "c"]);
  expect(lastSeat([deed, deal], [0, 1])).toBe(1);
  expect(lastSeat([deed, deal], [0])).toBeUndefined();
});

const did = (step: number, by: number | undefined, k: string, ...ids: string[]): LogLine => ({
  step,
  say: { k },
  ...(by !== undefined && { by }),
  ids,
});

test("the last move stays marked when a turn ends or dice are rolled", () => {
  const log = [did(1, 0, "steps", "a", "b"), did(2, 0, "ends"), did(3, 15, "rolls")];
  expect(idsOfLast(log)).toEqual(["a", "b"]);
});

test("a walk of several steps is marked from where it began, another piece's is not", () => {
  const log = [
    did(1, 0, "steps", "x", "y"),
    did(2, 0, "steps", "a", "b"),
    did(3, 0, "steps", "b", "c"),
    did(4, 0, "steps", "c", "d"),
  ];
  expect(new Set(idsOfLast(log))).toEqual(new Set(["a", "b", "c", "d"]));
});

test("what follows a move by itself is marked with it", () => {
  const log = [did(1, 0, "moves", "a", "b"), did(2, 0, "ends"), did(2, undefined, "gains", "gold")];
  expect(new Set(idsOfLast(log))).toEqual(new Set(["a", "b", "gold"]));
  expect(
    idsOfLast([did(1, 0, "moves", "a", "b"), did(2, 0, "stands"), did(3, 0, "moves", "b", "c")]),
  ).toEqual(["b", "c"]);
});

test("what another seat did on the same space before is another move", () => {
  const log = [did(1, 0, "steps", "a", "b"), did(2, 1, "steps", "b", "c")];
  expect(idsOfLast(log)).toEqual(["b", "c"]);
  expect(idsOfLast([did(1, 0, "shoots", "a", "b"), did(2, 0, "steps", "b", "c")])).toEqual([
    "b",
    "c",
  ]);
});

test("a seat has acted if it made a later step itself", () => {
  const log = [did(1, 0, "steps"), did(3, 1, "steps")];
  expect(hasActed(log, 0, 2)).toBe(false);
  expect(hasActed(log, 1, 2)).toBe(true);
  expect(hasActed(log, 1, 3)).toBe(false);
});

test("the setup is the log before the first move, and lasts until there is one", () => {
  const [deal, place] = [did(1, 15, "deals"), { ...did(2, 0, "places"), setup: true }];
  const begun = did(3, undefined, "begins");
  expect(setUpLines([deal, place, begun])).toBe(0);
  expect(setUpLines([deal, place, begun, did(4, 1, "steps"), place])).toBe(3);
  expect(setUpLines([deal, deal])).toBe(2);
  expect(setUpLines([])).toBe(0);
});
