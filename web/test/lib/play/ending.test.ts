import { expect, test } from "vitest";
import { endingFor } from "../../../src/lib/play/ending";

const two = { reason: "row", returns: [1, -1], winners: [0] };
const four = { reason: "points", returns: [3, 12, 7, 7], winners: [1] };

test("the player of one seat sees that seat's result", () => {
  expect(endingFor(two, [0])).toEqual({ is: "won" });
  expect(endingFor(two, [1])).toEqual({ is: "lost" });
});

test("with several players each sees their place, and ties share one", () => {
  expect(endingFor(four, [2])).toEqual({ is: "came", place: 2 });
  expect(endingFor(four, [3])).toEqual({ is: "came", place: 2 });
  expect(endingFor(four, [0])).toEqual({ is: "came", place: 4 });
});

test("where all but the winner lost alike, there are no places", () => {
  const all = { reason: "last", returns: [-1, -1, 2], winners: [2] };
  expect(endingFor(all, [0])).toEqual({ is: "lost" });
});

test("spectators, and players on a shared device, see who won", () => {
  expect(endingFor(two, [])).toEqual({ is: "told", winners: [0] });
  expect(endingFor(two, [0, 1])).toEqual({ is: "told", winners: [0] });
  expect(endingFor({ ...two, winners: [] }, [0])).toEqual({ is: "draw" });
});

test("who has lost on time has lost, and stands behind all others", () => {
  const late = { reason: "points", returns: [9, 4, 2], winners: [1], out: [0] };
  expect(endingFor(late, [0])).toEqual({ is: "lost" });
  expect(endingFor(late, [1])).toEqual({ is: "won" });
  expect(endingFor(late, [2])).toEqual({ is: "came", place: 2 });
  expect(endingFor({ reason: "row", returns: [1], winners: [], out: [0] }, [0])).toEqual({
    is: "lost",
  });
});

test("alone against the game one loses, although nobody has won", () => {
  const beaten = { reason: "row", returns: [-1], winners: [] };
  expect(endingFor(beaten, [0])).toEqual({ is: "lost" });
  expect(endingFor(beaten, [])).toEqual({ is: "over" });
  expect(endingFor({ ...beaten, returns: [0] }, [0])).toEqual({ is: "draw" });
});
