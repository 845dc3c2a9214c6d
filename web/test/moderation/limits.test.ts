import { afterEach, expect, test } from "vitest";
import { limitName, pace } from "../../src/moderation/limits";
import { settings } from "../../src/state/settings.svelte";

afterEach(() => settings.set({ lang: "en" }));

test("how fast a limit lets more through is said with its unit", () => {
  expect([50, 500, 2000, 60_000, 300_000].map(pace)).toEqual([
    "20 per second",
    "2 per second",
    "one every 2 s",
    "one a minute",
    "one every 5 min",
  ]);
  settings.set({ lang: "ja" });
  expect([50, 2000, 300_000].map(pace)).toEqual(["1秒に20回", "2秒に1回", "5分に1回"]);
});

test("a limit has a name in both languages, and one without words its key", () => {
  expect(limitName("table")).toBe("Opening tables");
  settings.set({ lang: "ja" });
  expect(limitName("table")).toBe("卓を開く");
  expect(limitName("new-one")).toBe("new-one");
});
