import { expect, test } from "vitest";
import { mergeChat, mergeLog } from "../src/lib/merge";
import type { LogLine } from "../src/lib/protocol";

const line = (step: number): LogLine => ({ step, say: { k: `s${step}` } });

test("a part of the log replaces what was held from its start on", () => {
  expect(mergeLog([line(1), line(2), line(3)], { start: 1, lines: [line(9)] })).toEqual([line(1), line(9)]);
  expect(mergeLog([line(1)], { start: 0 })).toEqual([]);
});

test("chat lines are held once each, in order", () => {
  const chat = (n: number) => ({ n, name: "A", text: String(n), at: 0 });
  expect(mergeChat([chat(1), chat(3)], [chat(2), chat(3)]).map(({ n }) => n)).toEqual([1, 2, 3]);
});
