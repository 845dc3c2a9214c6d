import { expect, test } from "vitest";
import { isRoomy, seatLayout, type Contents } from "../../src/lib/room";

const square: Contents = { aspect: 1.1, own: [250], others: [250] };
const six: Contents = { ...square, others: [250, 250, 250, 250, 250] };
const around = { standing: "around", flank: 0, lines: 1 };

test("in a wide low room all stand beside the board, which has the whole height", () => {
  const { flank } = seatLayout({ w: 960, h: 590 }, square);
  expect(flank).toBe(300);
  expect(seatLayout({ w: 960, h: 560 }, six).folded).toBe(true);
});

test("a flank leaves a large board what it needs", () => {
  expect(seatLayout({ w: 1030, h: 837 }, square).flank).toBe(105);
});

test("above a board as wide as the room each of many has a line", () => {
  expect(seatLayout({ w: 690, h: 706 }, six)).toEqual({ ...around, columns: 5, folded: true });
});

test("a flat board leaves room for every player's pieces", () => {
  const flat = { ...six, aspect: 2.1 };
  expect(seatLayout({ w: 1030, h: 837 }, flat)).toEqual({ ...around, columns: 2, folded: false });
});

test("on a phone no seat is beside the board", () => {
  expect(seatLayout({ w: 354, h: 560 }, six)).toEqual({ ...around, columns: 3, folded: true });
  expect(seatLayout({ w: 354, h: 560 }, square).folded).toBe(false);
});

test("on a phone two seats share a row if there is no line for each", () => {
  const three = { aspect: 1.57, own: [300], others: [300, 300] };
  expect(seatLayout({ w: 354, h: 340 }, three)).toEqual({ ...around, columns: 2, folded: true });
});

test("seats stay where they are while a board grows a little", () => {
  const room = { w: 960, h: 590 };
  const before = seatLayout(room, square);
  const wider = { ...square, aspect: 1.7 };
  expect(seatLayout(room, wider).flank).toBe(0);
  expect(seatLayout(room, wider, before).flank).toBeGreaterThan(0);
});

test("two seats share the row below a board that is too flat for a flank", () => {
  const room = { w: 980, h: 603 };
  const act4 = { aspect: 1.76, own: [480], others: [480] };
  const row = { standing: "beneath", flank: 0, columns: 1, folded: false, lines: 1 };
  expect(seatLayout(room, act4)).toEqual(row);
  expect(seatLayout({ ...room, h: 900 }, act4).standing).toBe("around");
  expect(seatLayout(room, { ...act4, others: [480, 480] }).standing).not.toBe("beneath");
});

test("pieces that need two lines in half a row leave the seats around the board", () => {
  const wide = { aspect: 1.76, own: [700], others: [700] };
  expect(seatLayout({ w: 980, h: 603 }, wide).standing).toBe("around");
});

test("beside a board, folded seats get as many rows as their pieces need and the room has", () => {
  const kinds = [4, 3, 4, 4, 3];
  const lines = (h: number, counts: number[], own = 300): number =>
    seatLayout({ w: 1030, h }, { ...six, own: [own], kinds: counts }).lines;
  expect(lines(837, kinds)).toBe(2);
  expect(lines(590, kinds)).toBe(1); // no room
  expect(lines(837, kinds, 900)).toBe(1); // the user's own hand needs it
  expect(lines(837, [2, 1, 2, 2, 1])).toBe(1); // one row is enough
  expect(lines(837, [4, 4, 5, 4, 4])).toBe(1); // three rows would be needed
});

test("in a high flank a few cards are as wide as it is", () => {
  const room = { w: 1030, h: 842 };
  const stand = seatLayout(room, square);
  expect(isRoomy(room, stand, [4, 1])).toBe(true);
  expect(isRoomy(room, stand, [5, 5])).toBe(false);
  expect(isRoomy({ ...room, h: 600 }, stand, [4, 1])).toBe(false);
  expect(isRoomy(room, { ...stand, standing: "around" }, [1, 1])).toBe(false);
});
