import { describe, expect, it } from "vitest";
import { prices } from "../../../src/lib/play/choose";
import type { Doable } from "../../../src/api/protocol";

const deed = (path: string[], price?: number): Doable => ({
  do: path.join("-"),
  path,
  kind: "step",
  ...(price !== undefined && { price }),
});
const walk = (path: string[], price: number): Doable => ({
  do: ["one", "two"],
  path,
  kind: "step",
  price,
});

describe("prices", () => {
  const choices = [
    deed(["E5", "E6"], 2),
    walk(["E5", "E7"], 5),
    deed(["E5", "shoot", "E6"], 9),
    deed(["F1", "F2"], 1),
    deed(["end"]),
  ];

  it("are those of the choices that one more click completes", () => {
    expect([...prices(choices, ["E5"])]).toEqual([
      ["E6", 2],
      ["E7", 5],
    ]);
    expect([...prices(choices, ["E5", "shoot"])]).toEqual([["E6", 9]]);
  });

  it("are none before anything is looked at", () => {
    expect(prices(choices, []).size).toBe(0);
  });

  it("are the least where two ways end on a place", () => {
    expect(prices([...choices, walk(["E5", "E6"], 1)], ["E5"]).get("E6")).toBe(1);
  });
});
