import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

const HOUR = 3_600_000;
const NOON = Date.UTC(2026, 2, 1, 12);

beforeEach(() => {
  vi.resetModules(); // nothing has been heard yet
  vi.useFakeTimers({ toFake: ["Date", "performance"], now: NOON + HOUR });
});
afterEach(() => {
  vi.useRealTimers();
});

test("until the server has answered the device's clock counts", async () => {
  const { now, hearTime } = await import("../../src/lib/now");
  hearTime(null);
  expect(now()).toBe(NOON + HOUR);
});

test("the server's time goes on, whatever the device's clock is set to", async () => {
  const { now, hearTime } = await import("../../src/lib/now");
  hearTime(String(NOON));
  expect(now()).toBe(NOON);
  vi.advanceTimersByTime(5000);
  expect(now()).toBe(NOON + 5000);
  vi.setSystemTime(NOON - 9 * HOUR);
  expect(now()).toBe(NOON + 5000);
});

test("a slow answer changes nothing, a quicker one and a clock that was put right do", async () => {
  const { now, hearTime } = await import("../../src/lib/now");
  hearTime(String(NOON));
  hearTime(String(NOON - 1500));
  expect(now()).toBe(NOON);
  hearTime(String(NOON + 80));
  expect(now()).toBe(NOON + 80);
  hearTime(String(NOON - HOUR));
  expect(now()).toBe(NOON - HOUR);
  hearTime("soon");
  expect(now()).toBe(NOON - HOUR);
});

test("the day is that of the user's time zone", async () => {
  const { today, hearTime } = await import("../../src/lib/now");
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  hearTime(String(NOON + 11 * HOUR));
  const shown = { timeZone: zone, year: "numeric", month: "2-digit", day: "2-digit" } as const;
  expect(today()).toBe(new Intl.DateTimeFormat("sv-SE", shown).format(NOON + 11 * HOUR));
});

test("nothing else on the page looks at the device's clock", () => {
  const files = readdirSync("src", { recursive: true, encoding: "utf-8" });
  const sources = files.filter((name) => /\.(ts|svelte)$/.test(name));
  const looks = sources.filter((name) =>
    /\bDate\.now\b|\bnew Date\(\)/.test(readFileSync(join("src", name), "utf-8")),
  );
  expect(looks).toEqual([join("lib", "now.ts")]);
});
