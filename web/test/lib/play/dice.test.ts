import { expect, test, vi } from "vitest";
import { bring, check, commitment, ownOf, ticket } from "../../../src/lib/play/dice";

const secret = "00".repeat(32);

test("a draw is recomputed as the server documents it", async () => {
  expect(await ticket(secret, ["a", "b"], 1, 6)).toBe(4);
});

test("the promise is the SHA-256 of the secret's bytes", async () => {
  expect(await commitment(secret)).toBe(
    "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925",
  );
});

test("a check tells an honest draw from a bent one", async () => {
  const dice = {
    commit: await commitment(secret),
    nonces: ["a", "b"],
    secret,
    draws: [
      { n: 1, total: 6, ticket: 4 },
      { n: 2, total: 6, ticket: 99 },
    ],
  };
  const found = await check(dice);
  expect(found.commit).toBe(true);
  expect(found.draws.map(({ draw, ours }) => draw.ticket === ours)).toEqual([true, false]);
  expect((await check({ ...dice, commit: "ff" })).commit).toBe(false);
});

test("a nonce is made once for a table, with the commitment that was seen first", () => {
  const kept = new Map([["honjin.nonces", "junk"]]);
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
  });
  expect(ownOf("one")).toBeUndefined();
  const own = bring("one", "aa");
  expect(own.nonce).toMatch(/^[0-9a-f]{32}$/);
  expect(bring("one", "bb")).toEqual(own);
  expect(ownOf("one")).toEqual(own);
  expect(bring("two", "aa").nonce).not.toBe(own.nonce);
  for (let n = 0; n < 100; n++) bring(`more${n}`, "cc");
  expect(ownOf("one")).toBeUndefined();
  expect(kept.get("honjin.nonces")!.length).toBeLessThan(10_000);
  vi.unstubAllGlobals();
});
