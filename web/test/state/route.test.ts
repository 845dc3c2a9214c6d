import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { pageOf, route } from "../../src/state/route.svelte";

test("an address whose escapes mean nothing leads nowhere", () => {
  for (const path of ["/t/%", "/people/%", "/explore/%ff", "/learn/rokumon/%e3%81"])
    expect(pageOf(path)).toEqual({ name: "nowhere" });
  expect(pageOf("/people/%E8%8A%B1")).toEqual({ name: "person", who: "花" });
});

const { href } = location;
beforeEach(() => {
  vi.stubGlobal("scrollTo", () => undefined);
  vi.stubGlobal("history", {
    pushState: vi.fn((_: unknown, __: string, path: string) => {
      location.href = new URL(path, href).href;
    }),
  });
});
afterEach(() => {
  location.href = href;
});

test("a link to where one is adds nothing to go back to", () => {
  for (const path of ["/ranks", "/ranks", "/ranks/rokumon", "/games?game=rokumon", "/games"])
    route.go(path);
  expect(vi.mocked(history.pushState).mock.calls.map(([, , path]) => path)).toEqual([
    "/ranks",
    "/ranks/rokumon",
    "/games?game=rokumon",
    "/games",
  ]);
  expect(route.page).toEqual({ name: "games" });
});
