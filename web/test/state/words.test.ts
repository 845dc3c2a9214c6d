import { afterEach, expect, test } from "vitest";
import { settings } from "../../src/state/settings.svelte";
import { date, moment, month, recent } from "../../src/state/words.svelte";

const AT = new Date(2026, 0, 28, 15, 5).getTime();
const LATER = new Date(2026, 0, 29, 0, 10).getTime();

afterEach(() => settings.set({ lang: "en" }));

test("days and times are written in one way for each language", () => {
  expect([date(AT), moment(AT), month(AT)]).toEqual([
    "28 Jan 2026",
    "28 Jan 2026, 15:05",
    "Jan 2026",
  ]);
  settings.set({ lang: "ja" });
  expect([date(AT), moment(AT), month(AT)]).toEqual([
    "2026/01/28",
    "2026/01/28 15:05",
    "2026年1月",
  ]);
});

test("a time of today needs no day", () => {
  expect(recent(AT, AT + 60_000)).toBe("15:05");
  expect(recent(AT, LATER)).toBe("28 Jan 2026, 15:05");
});
