import { afterEach, expect, test, vi } from "vitest";
import { api } from "../../src/api/client";
import type { GameInfo, GamePage, Puzzle, Tried } from "../../src/api/protocol";
import { PuzzleState } from "../../src/puzzles/puzzle.svelte";
import { remembered } from "../../src/puzzles/solved";
import { choices, scene } from "../fixtures/board";
import { turn } from "../fixtures/view";

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const me = { seat: 0, kind: "" };

/** A day's puzzle, whose help arrives when `give` is called. */
async function make(game = "made-up") {
  const puzzle = { game: "made-up", day: "1", options: {}, plies: 3, log: [], scene };
  vi.spyOn(api, "puzzle").mockResolvedValue({ ...puzzle, turn: turn(choices) } as never as Puzzle);
  vi.spyOn(api, "me").mockResolvedValue({ name: "A" } as never);
  const games = [{ key: "plain" }, { key: "first", puzzles: true }, { key: game, puzzles: true }];
  vi.spyOn(api, "games").mockResolvedValue(games as never as GameInfo[]);
  vi.spyOn(api, "game").mockResolvedValue({ game: { words: {} }, kinds: {} } as never as GamePage);
  const after = { right: true, turn: turn(choices), steps: [{ scene, log: [], seat: 0 }] };
  const tries = vi.spyOn(api, "tryPuzzle").mockResolvedValue(after as never as Tried);
  let give = (): void => undefined;
  const later = <Help>(help: Help) =>
    new Promise<never>((resolve) => (give = () => resolve(help as never)));
  const hints = vi.spyOn(api, "puzzleHint").mockImplementation(() => later({ kind: "k", id: "a" }));
  const line = ["place b", "place c"].map((text) => ({ ...me, do: text, path: [] }));
  const solutions = vi.spyOn(api, "puzzleSolution").mockImplementation(() => later({ line }));
  const state = new PuzzleState(game, "1");
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

test("the first game's puzzle is the same one, whether the address names the game or not", async () => {
  for (const [game, stored] of [
    ["first", "1"],
    ["", "1"],
    ["made-up", "made-up/1"],
  ] as const) {
    let kept: string | null = null;
    const setItem = (_: string, text: string): void => void (kept = text);
    vi.stubGlobal("localStorage", { getItem: () => kept, setItem });
    const { state, tries } = await make(game);
    tries.mockResolvedValue({ right: true, solved: true, steps: [] } as never as Tried);
    await state.act(choices[0]!);
    expect(remembered()).toEqual({ [stored]: "solved" });
  }
});

test("results that were stored under the name of the first game are found again", async () => {
  const former = { "made-up/2": "helped", "1": "solved", "other/1": "shown" };
  let kept = JSON.stringify(former);
  const setItem = (_: string, text: string): void => void (kept = text);
  vi.stubGlobal("localStorage", { getItem: () => kept, setItem });
  await make("other");
  expect(remembered()).toEqual(former);
  await make("");
  expect(remembered()).toEqual({ "1": "solved", "2": "helped", "other/1": "shown" });
});
