import { afterEach, expect, test, vi } from "vitest";
import { api } from "../../../src/api/client";
import type { GamePage, Puzzle, Tried } from "../../../src/api/protocol";
import { PuzzleState } from "../../../src/state/study/puzzle.svelte";
import { choices, scene } from "../../fixtures/board";
import { turn } from "../../fixtures/view";

afterEach(() => void vi.restoreAllMocks());

const me = { seat: 0, kind: "" };

/** A day's puzzle, whose help arrives when `give` is called. */
async function make() {
  const puzzle = { game: "made-up", day: "1", options: {}, plies: 3, log: [], scene };
  vi.spyOn(api, "puzzle").mockResolvedValue({ ...puzzle, turn: turn(choices) } as never as Puzzle);
  vi.spyOn(api, "me").mockResolvedValue({ name: "A" } as never);
  vi.spyOn(api, "game").mockResolvedValue({ game: { words: {} }, kinds: {} } as never as GamePage);
  const after = { right: true, turn: turn(choices), steps: [{ scene, log: [], seat: 0 }] };
  const tries = vi.spyOn(api, "tryPuzzle").mockResolvedValue(after as never as Tried);
  let give = (): void => undefined;
  const later = <Help>(help: Help) =>
    new Promise<never>((resolve) => (give = () => resolve(help as never)));
  const hints = vi.spyOn(api, "puzzleHint").mockImplementation(() => later({ kind: "k", id: "a" }));
  const line = ["place b", "place c"].map((text) => ({ ...me, do: text, path: [] }));
  const solutions = vi.spyOn(api, "puzzleSolution").mockImplementation(() => later({ line }));
  const state = new PuzzleState("made-up", "1");
  await state.enter();
  return { state, tries, hints, solutions, give: () => give() };
}

test("nothing can be tried while a hint is on its way: it is about this position", async () => {
  const { state, tries, hints, give } = await make();
  const asked = [state.askHint(), state.askHint()];
  expect(await state.act(choices[0]!)).toBe(false);
  give();
  await Promise.all(asked);
  expect([tries.mock.calls.length, hints.mock.calls.length]).toEqual([0, 1]);
  expect(state.selection.spot).toEqual(["a"]);
  expect(await state.act(choices[0]!)).toBe(true);
  expect(state.selection.spot).toEqual([]);
});

test("a solution is played once, whatever is clicked before it comes", async () => {
  const { state, tries, solutions, give } = await make();
  const shown = [state.showSolution(), state.showSolution()];
  expect(await state.act(choices[0]!)).toBe(false);
  give();
  await Promise.all(shown);
  expect(solutions).toHaveBeenCalledTimes(1);
  expect(tries.mock.calls.map(([, , , what]) => what)).toEqual(["place b", "place c"]);
  expect([state.orders.working, state.orders.busy]).toEqual([false, false]);
});
