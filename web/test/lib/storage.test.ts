import { expect, test, vi } from "vitest";
import { bring } from "../../src/lib/play/dice";
import { store, stored, storedJson, unstore } from "../../src/lib/storage";

function block(): void {
  const deny = (): never => {
    throw new DOMException("denied", "SecurityError");
  };
  vi.stubGlobal("localStorage", { getItem: deny, setItem: deny, removeItem: deny });
}

test("a browser that blocks storage keeps nothing, and stops nothing", () => {
  block();
  expect([stored("a"), storedJson("a"), store("a", "b")]).toEqual([null, undefined, false]);
  unstore("a");
  expect(bring("t1", "c").nonce).toHaveLength(32);
});

test("the lobby and the pools are there without storage", async () => {
  vi.resetModules();
  block();
  const { lobby } = await import("../../src/tables/lists/lobby.svelte");
  const { seeking } = await import("../../src/finding/seeking.svelte");
  lobby.chooseGame("made-up");
  seeking.chooseBots(true);
  expect([lobby.bot, seeking.last, seeking.withBots]).toEqual(["", "", true]);
});
