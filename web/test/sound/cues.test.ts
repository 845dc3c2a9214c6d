import { expect, test } from "vitest";
import type { Piece, Scene } from "../../src/api/protocol";
import type { Materials } from "../../src/skins/skin";
import { cuesOf } from "../../src/sound/cues";
import { scene, withPieces } from "../fixtures/board";

const materials: Materials = [
  [/^die-/, "dice"],
  [/^purse$/, "coin"],
  [/^(card|leaf)/, "paper"],
  [/^(dark|light)$/, "wood"],
];
const piece = (id: string, on: string, look: string, text = ""): Piece => ({
  id,
  on,
  look,
  text,
  label: { k: look },
});
const heard = (before: Scene, after: Scene): string[] =>
  cuesOf(materials, before, after).map(({ voice }) => voice);
const between = (before: Piece[], after: Piece[]): string[] =>
  heard(withPieces(before), withPieces(after));

test("without a change there is no sound", () => {
  expect(heard(scene, scene)).toEqual([]);
});

test("a piece sounds like its material, whether it moves or appears", () => {
  expect(between([piece("p", "a", "light")], [piece("p", "b", "light")])).toEqual(["wood"]);
  expect(between([], [piece("p", "b", "card-3")])).toEqual(["paper"]);
  expect(between([], [piece("p", "b", "ghost")])).toEqual([]);
});

test("a rolled die rattles, a moved die is set down", () => {
  expect(between([piece("d", "a", "die-1")], [piece("d", "a", "die-5")])).toEqual(["dice"]);
  expect(between([piece("d", "a", "die-1")], [piece("d", "b", "die-1")])).toEqual(["wood"]);
});

test("dice rolled together are one sound, and come first", () => {
  const before = [piece("d", "a", "die-1"), piece("e", "a", "die-2"), piece("p", "a", "light")];
  const after = [piece("d", "a", "die-4"), piece("e", "a", "die-3"), piece("p", "b", "light")];
  expect(between(before, after)).toEqual(["dice", "wood"]);
});

test("coins sound when their number changes", () => {
  expect(between([piece("g", "a", "purse", "3")], [piece("g", "a", "purse", "5")])).toEqual([
    "coin",
  ]);
  expect(between([piece("c", "a", "card-1", "3")], [piece("c", "a", "card-1", "4")])).toEqual([]);
});

test("a whole setup sounds three pieces, one after another", () => {
  const many = Array.from({ length: 20 }, (_, n) => piece(`p${n}`, "a", "light"));
  const cues = cuesOf(materials, withPieces([]), withPieces(many));
  expect(cues.map(({ voice }) => voice)).toEqual(["wood", "wood", "wood"]);
  expect(cues.map(({ after }) => after)).toEqual([...cues.map(({ after }) => after)].sort());
  expect(new Set(cues.map(({ after }) => after)).size).toBe(3);
});

test("a space that is turned over sounds, a new one does not", () => {
  const spaces = scene.spaces.map((one) => (one.id === "b" ? { ...one, look: "leaf" } : one));
  expect(heard(scene, { ...scene, spaces })).toEqual(["paper"]);
  expect(heard({ ...scene, spaces: scene.spaces.slice(1) }, scene)).toEqual([]);
});
