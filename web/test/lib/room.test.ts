import { expect, test } from "vitest";
import { seatLayout, type Contents } from "../../src/lib/room";

const square: Contents = { aspect: 1.1, own: [250], others: [250] };
const six: Contents = { ...square, others: [250, 250, 250, 250, 250] };

test("in a wide low room all stand beside the board, which has the whole height", () => {
  const { flank } = seatLayout({ w: 960, h: 590 }, square);
  expect(flank).toBe(300);
  expect(seatLayout({ w: 960, h: 560 }, six).folded).toBe(true);
});

test("a flank leaves a large board what it needs", () => {
  expect(seatLayout({ w: 1030, h: 837 }, square).flank).toBe(105);
});

test("above a board as wide as the room each of many has a line", () => {
  expect(seatLayout({ w: 690, h: 706 }, six)).toEqual({ flank: 0, columns: 5, folded: true });
});

test("a flat board leaves room for every player's pieces", () => {
  const flat = { ...six, aspect: 2.1 };
  expect(seatLayout({ w: 1030, h: 837 }, flat)).toEqual({ flank: 0, columns: 2, folded: false });
});

test("on a phone no seat is beside the board", () => {
  expect(seatLayout({ w: 354, h: 560 }, six)).toEqual({ flank: 0, columns: 3, folded: true });
  expect(seatLayout({ w: 354, h: 560 }, square).folded).toBe(false);
});

test("on a phone two seats share a row if there is no line for each", () => {
  const three = { aspect: 1.57, own: [300], others: [300, 300] };
  expect(seatLayout({ w: 354, h: 340 }, three)).toEqual({ flank: 0, columns: 2, folded: true });
});

test("seats stay where they are while a board grows a little", () => {
  const room = { w: 960, h: 590 };
  const before = seatLayout(room, square);
  const wider = { ...square, aspect: 1.81 };
  expect(seatLayout(room, wider).flank).toBe(0);
  expect(seatLayout(room, wider, before).flank).toBeGreaterThan(0);
});
