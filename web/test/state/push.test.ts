import { expect, test } from "vitest";
import { bytesOf, isFor, told } from "../../src/state/push.svelte";

test("a key is read as browsers want it", () => {
  expect([...bytesOf("-_8A")]).toEqual([0xfb, 0xff, 0x00]);
  expect(bytesOf("BD7X").length).toBe(3);
});

test("a subscription without keys is not reported", () => {
  const made = (keys: object) =>
    ({ toJSON: () => ({ endpoint: "https://push.example/x", keys }) }) as PushSubscription;
  expect(told(made({ p256dh: "a", auth: "b" }))).toEqual({
    endpoint: "https://push.example/x",
    key: "a",
    secret: "b",
  });
  expect(told(made({ auth: "b" }))).toBeUndefined();
});

test("a subscription for another key is told from one for the server's", () => {
  const made = (key: string | null) =>
    ({
      options: { applicationServerKey: key === null ? null : bytesOf(key).buffer },
    }) as unknown as PushSubscription;
  expect(isFor(made("BD7X"), "BD7X")).toBe(true);
  expect(isFor(made("BD7Y"), "BD7X")).toBe(false);
  expect(isFor(made(null), "BD7X")).toBe(true);
});
