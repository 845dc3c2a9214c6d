import { expect, test } from "vitest";
import { check, commitment, ticket } from "../src/lib/dice";

const secret = "00".repeat(32);

test("a draw is recomputed as the server documents it", async () => {
  expect(await ticket(secret, ["a", "b"], 1, 6)).toBe(4);
});

test("the promise is the SHA-256 of the secret's bytes", async () => {
  expect(await commitment(secret)).toBe("66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925");
});

test("a check tells an honest draw from a bent one", async () => {
  const dice = { commit: await commitment(secret), nonces: ["a", "b"], secret, draws: [{ n: 1, total: 6, ticket: 4 }, { n: 2, total: 6, ticket: 99 }] };
  const found = await check(dice);
  expect(found.commit).toBe(true);
  expect(found.draws.map(({ draw, ours }) => draw.ticket === ours)).toEqual([true, false]);
  expect((await check({ ...dice, commit: "ff" })).commit).toBe(false);
});
