import { afterEach, expect, test } from "vitest";
import { settings } from "../../../src/state/settings.svelte";
import { personName } from "../../../src/state/people";

afterEach(() => settings.set({ lang: "en" }));

test.each([
  ["en", "Guest 1234", "deleted account"],
  ["ja", "ゲスト1234", "削除されたアカウント"],
] as const)("a guest without a name has one in the user's language: %s", (lang, guest, gone) => {
  settings.set({ lang });
  expect(personName("Guest 1234")).toBe(guest);
  expect(personName("")).toBe(gone);
  expect(personName("Guest of honour")).toBe("Guest of honour");
  expect(personName("花子")).toBe("花子");
});
