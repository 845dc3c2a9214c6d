import { beforeEach, expect, test, vi } from "vitest";
import { learn, learned, nextLesson } from "../../src/state/learned";

const ROWS = [{ key: "act-1" }, { key: "act-3" }, { key: "act-4" }, { key: "epilogue" }];
const [, , own] = ROWS;
const next = (): string | undefined => nextLesson("rokumon", ROWS, own)?.key;

beforeEach(() => {
  const kept = new Map<string, string>();
  const getItem = (key: string): string | null => kept.get(key) ?? null;
  vi.stubGlobal("localStorage", { getItem, setItem: kept.set.bind(kept) });
});

test("a newcomer begins with the first lesson, whatever the preset's own is", () => {
  expect(next()).toBe("act-1");
  expect(nextLesson("rokumon", ROWS, ROWS[0])?.key).toBe("act-1");
});

test("a lesson that is done is not offered again before those that are not", () => {
  learn("rokumon", "act-1");
  expect(next()).toBe("act-3");
  learn("rokumon", "act-3");
  expect(next()).toBe("act-4");
  learn("rokumon", "act-4");
  expect(next()).toBe("act-4");
  expect(nextLesson("akebono", [{ key: "act-1" }], undefined)).toBeUndefined();
});

test("what is kept by another hand is no obstacle", () => {
  localStorage.setItem("honjin.learned", '{"a": 1}');
  expect([...learned()]).toEqual([]);
});
