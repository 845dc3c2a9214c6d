import { expect, test } from "vitest";
import { ago } from "../../src/lib/ago";

const MINUTE = 60_000;
const now = 1_700_000_000_000;

test("the time since is given in the largest whole unit", () => {
  expect(ago(now - 5 * MINUTE, now, "en")).toBe("5 minutes ago");
  expect(ago(now - 190 * MINUTE, now, "en")).toBe("3 hours ago");
  expect(ago(now - 3 * 1440 * MINUTE, now, "ja")).toBe("3 日前");
});

test("a clock that is ahead tells of now", () => {
  expect(ago(now + MINUTE, now, "en")).toBe("this minute");
});
