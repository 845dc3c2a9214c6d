import { beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../src/api/client";
import type { View } from "../../../src/api/protocol";
import { ownOf } from "../../../src/lib/play/dice";
import { Seats } from "../../../src/tables/store/seats.svelte";
import type { TableState } from "../../../src/tables/store/table.svelte";
import { shared, turn, view } from "../../fixtures/view";

beforeEach(() => {
  vi.restoreAllMocks();
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
  });
});

function make(shown?: View, revealedSeat?: number) {
  const post = vi.fn((_what: string, _body: object) => Promise.resolve(true));
  const send = vi.spyOn(api, "do").mockResolvedValue(shown);
  const table = { view: shown, hotseat: { revealedSeat, perspective: 0 }, orders: { post } };
  return { seats: new Seats(table as unknown as TableState), post, send };
}

test("the user's seats are known, and which of them a bot plays", () => {
  const two = shared(null);
  two.seats[1]!.bot = "greedy";
  const { seats } = make(two);
  expect([seats.mine, seats.played, seats.watching]).toEqual([[0, 1], [0], false]);
});

test("a user without a seat watches once the table is known", () => {
  expect(make(view({ seats: [] })).seats.watching).toBe(true);
  expect(make().seats.watching).toBe(false);
});

test("an order is for the seat to act, else the revealed one, else the first that is played", () => {
  expect(make(shared(null, { turn: turn([], 1) }), 0).seats.own).toBe(1);
  expect(make(shared(null), 1).seats.own).toBe(1);
  const first = shared(null);
  first.seats[0]!.bot = "greedy";
  expect(make(first).seats.own).toBe(1);
});

test("a user who sits down adds a nonce for the commitment", async () => {
  const { seats, post } = make(view());
  await seats.sit(1);
  const own = ownOf("t1")!;
  expect(own.commit).toBe("c");
  expect(post).toHaveBeenCalledWith("sit", { seat: 1, nonce: own.nonce });
});

test("a nonce is added once, and only if the user's is missing", async () => {
  const lacking = (seat: number) => view({ dice: { commit: "c", nonces: [], must_act: [seat] } });
  const { seats, send } = make(view());
  await seats.bringNonce(view());
  await seats.bringNonce(lacking(1));
  expect(send).not.toHaveBeenCalled();
  await Promise.all([seats.bringNonce(lacking(0)), seats.bringNonce(lacking(0))]);
  expect(send.mock.calls).toEqual([["t1", "nonce", { nonce: ownOf("t1")!.nonce }, 0]]);
});
