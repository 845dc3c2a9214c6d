import { beforeEach, expect, test, vi } from "vitest";
import type { ChatLine } from "../../../src/api/protocol";
import { notices } from "../../../src/state/notices.svelte";
import { ChatStore } from "../../../src/tables/store/chat.svelte";
import type { TableState } from "../../../src/tables/store/table.svelte";

const line = (n: number, more: Partial<ChatLine> = {}): ChatLine =>
  ({ n, at: n, seat: 1, name: "B", text: `line ${n}`, ...more }) as ChatLine;

function make() {
  const post = vi.fn((_what: string, _body: object) => Promise.resolve(true));
  const table = { orders: { post }, seats: { mine: [0] }, seatName: String };
  return { chat: new ChatStore(table as unknown as TableState), post };
}

beforeEach(() => notices.clear());

test("what was said before the user came is read; what follows is unread until it is opened", () => {
  const { chat } = make();
  chat.merge([line(1), line(2)]);
  expect(chat.unread).toBe(0);
  chat.hear(line(3));
  chat.merge([line(3), line(4)]);
  expect(chat.unread).toBe(2);
  chat.open(true);
  expect(chat.unread).toBe(0);
  chat.hear(line(5));
  chat.open(false);
  expect([chat.unread, chat.lines.length]).toEqual([0, 5]);
});

test("what the table itself tells is no unread line", () => {
  const { chat } = make();
  chat.merge([]);
  chat.hear(line(1, { what: "bot" }));
  expect(chat.unread).toBe(0);
});

test("a change of seats is a notice, a promise that the user settled is not", () => {
  const { chat } = make();
  chat.hear(line(1));
  chat.hear(line(2, { what: "kept", seat: 0, to: 1 }));
  expect(notices.list).toEqual([]);
  chat.hear(line(3, { what: "kept", seat: 1, to: 0 }));
  expect(notices.list.length).toBe(1);
});

test("promises are settled by the one they were made to", async () => {
  const { chat, post } = make();
  expect(chat.hasPromises).toBe(false);
  const promise = line(4, { seat: 1, to: 0, promise: "open", aloud: true });
  chat.merge([promise]);
  expect(chat.hasPromises).toBe(true);
  await chat.settle(promise, "kept");
  expect(post).toHaveBeenCalledWith("promise", {
    seat: 0,
    giver: 1,
    n: 4,
    aloud: true,
    standing: "kept",
  });
});

test("a message is sent as it was written", async () => {
  const { chat, post } = make();
  await chat.send("hello", { seat: 0 });
  expect(post).toHaveBeenCalledWith("chat", { text: "hello", seat: 0 });
});
