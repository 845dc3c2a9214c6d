import { describe, expect, it } from "vitest";
import type { Piece, Space } from "../../src/api/protocol";
import { chord, lay, roomOf } from "../../src/skins/summits/map/lay";
import { bounds, sheetOf } from "../../src/skins/summits/map/sheet";
import { relief } from "../../src/skins/summits/map/relief";

const CORNERS = [0, 1, 2, 3, 4, 5, 6, 7].map((n): [number, number] => [
  2 * Math.cos((n * Math.PI) / 4),
  1.6 * Math.sin((n * Math.PI) / 4),
]);
const area = (id: string, x: number, look: string): Space => ({
  id,
  at: [x, 5],
  size: [4, 3.2],
  look,
  label: { k: "area" },
  shape: "poly",
  points: CORNERS,
  text: "天王山 Tennōzan",
});
const unit = (id: string, side: string): Piece => ({
  id,
  on: "a",
  look: `general-${side}-hashiba`,
  label: { k: "general" },
});
const drawn = (own: number, others: number) =>
  [
    ...Array.from({ length: own }, (_, n) => unit(`own${n}`, "hideyoshi")),
    ...Array.from({ length: others }, (_, n) => unit(`other${n}`, "anti")),
  ].map((piece) => ({ piece, n: 0 }));

describe("the units of an area", () => {
  it("lie in its room, none on another, Hideyoshi's below the others'", () => {
    const space = area("a", 5, "plain");
    const [head, foot] = roomOf(space);
    for (let own = 0; own <= 10; own++) {
      for (let others = 0; others <= 10; others++) {
        const spots = lay(space, drawn(own, others))!;
        for (const [n, { x, y, edge }] of spots.entries()) {
          expect(y - edge / 2).toBeGreaterThanOrEqual(head - 1e-6);
          expect(y + edge / 2).toBeLessThanOrEqual(foot + 1e-6);
          for (const [left, right] of [y - edge / 2, y + edge / 2].map((at) =>
            chord(CORNERS, at),
          )) {
            expect(x - edge / 2).toBeGreaterThanOrEqual(left - 1e-6);
            expect(x + edge / 2).toBeLessThanOrEqual(right + 1e-6);
          }
          for (const other of spots.slice(n + 1))
            expect(Math.max(Math.abs(other.x - x), Math.abs(other.y - y))).toBeGreaterThanOrEqual(
              edge,
            );
        }
        const [below, above] = [spots.slice(0, own), spots.slice(own)];
        if (own && others)
          expect(Math.min(...below.map(({ y }) => y))).toBeGreaterThan(
            Math.max(...above.map(({ y }) => y)),
          );
      }
    }
  });
});

describe("the relief", () => {
  const levels = (look: string): number =>
    relief([area("a", 5, look), area("b", 9, "plain")]).contours.length;
  it("has more contours on a mountain than on a hill, and none on a plain", () => {
    expect(levels("plain")).toBe(0);
    expect(levels("hill")).toBeGreaterThan(0);
    expect(levels("mountain")).toBeGreaterThan(levels("hill"));
  });
});

describe("the sheet of the map", () => {
  it("lies within what is shown of it, as do the tracks", () => {
    const turn: Space = {
      id: "turn:1",
      at: [3, 9],
      size: [1, 1],
      look: "turn",
      label: { k: "turn" },
    };
    const land = [area("a", 5, "plain"), area("b", 9, "hill")];
    const box = bounds([...land, turn]);
    const sheet = sheetOf(land);
    expect(box.x).toBeLessThan(sheet.x);
    expect(box.y).toBeLessThan(sheet.y);
    expect(box.x + box.w).toBeGreaterThan(sheet.x + sheet.w);
    expect(box.y + box.h).toBeGreaterThan(9.5);
  });
});
