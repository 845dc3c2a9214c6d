import { expect, test } from "vitest";
import { pageOf } from "../../src/state/route.svelte";

test("an address whose escapes mean nothing leads nowhere", () => {
  for (const path of ["/t/%", "/people/%", "/explore/%ff", "/learn/rokumon/%e3%81"])
    expect(pageOf(path)).toEqual({ name: "nowhere" });
  expect(pageOf("/people/%E8%8A%B1")).toEqual({ name: "person", who: "花" });
});
