import { afterEach, expect, test, vi } from "vitest";
import { findingApi } from "../../src/api/finding";
import { seeking } from "../../src/finding/seeking.svelte";

afterEach(() => void vi.restoreAllMocks());

test("the pool chosen last is kept for the next visit", async () => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
  vi.spyOn(findingApi, "seek").mockResolvedValue({});
  await seeking.start("fast");
  expect(seeking.last).toBe("fast");
  expect([...kept]).toEqual([["honjin.seek", "fast"]]);
});
