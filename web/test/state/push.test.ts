import { expect, test } from "vitest";
import { bytesOf, told } from "../../src/state/push.svelte";

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
