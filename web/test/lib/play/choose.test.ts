import { expect, test } from "vitest";
import {
  askKey,
  click,
  complete,
  goesOn,
  matching,
  meaning,
  meanings,
  nextIds,
  reach,
  touched,
} from "../../../src/lib/play/choose";
import type { View } from "../../../src/api/protocol";
import { choices, scene } from "../../fixtures/board";

const press = (path: string[], id: string) => click(scene, choices, path, id);

test("every first id of a path can be clicked at the beginning, each once", () => {
  expect(nextIds(choices, [])).toEqual(["p3", "p2", "a", "b", "fight", "c"]);
});

test("a click narrows the choices to those whose path goes on with it", () => {
  expect(matching(choices, ["p3"]).map((choice) => choice.do)).toEqual(["place b", "place c"]);
  expect(nextIds(choices, ["p3"])).toEqual(["b", "c"]);
});

test("a full path is a choice", () => {
  expect(press(["p3"], "c")).toEqual({ to: "choice", choice: choices[1], path: ["p3", "c"] });
  expect(complete(choices, ["p3"])).toBeUndefined();
});

test("clicking the last thing again lets it go", () => {
  expect(press(["p3"], "p3")).toEqual({ to: "path", path: [] });
});

test("another piece replaces a piece, another space a space", () => {
  expect(press(["p3"], "p2")).toEqual({ to: "path", path: ["p2"] });
  expect(press(["a"], "b")).toEqual({ to: "path", path: ["b"] });
});

test("a click on no sort of target starts over: a verb, or a piece where spaces are expected", () => {
  expect(press(["p3"], "fight")).toMatchObject({ to: "choice", choice: { do: "fight a" } });
  expect(press(["a"], "p3")).toEqual({ to: "path", path: ["p3"] });
});

test("a later click can be replaced without starting over", () => {
  const deep = [
    { do: "1", path: ["p1", "a", "gap"], kind: "deep" },
    { do: "2", path: ["p1", "b", "gap"], kind: "deep" },
    { do: "3", path: ["p1", "b", "c"], kind: "deep" },
  ];
  expect(click(scene, deep, ["p1", "a"], "b")).toEqual({ to: "path", path: ["p1", "b"] });
  expect([...reach(scene, deep, ["p1", "a"])]).toEqual(["p1", "a", "b"]);
});

test("clicking a space that is no target of the chosen piece asks why, even if it could begin a path", () => {
  expect(press(["p3"], "a")).toEqual({ to: "illegal", path: ["p3", "a"] });
});

test("with something in hand a click on no target only asks why", () => {
  // Rokumon, Act 1: a card alone is where a new die is placed, two are a move.
  const plain = [
    { do: "new on b", path: ["b"], kind: "place" },
    { do: "new on c", path: ["c"], kind: "place" },
    { do: "move a gap", path: ["a", "gap"], kind: "move" },
    { do: "move p1 gap", path: ["p1", "gap"], kind: "move" },
  ];
  for (const held of ["a", "p1"]) {
    expect(click(scene, plain, [held], "b")).toEqual({ to: "illegal", path: [held, "b"] });
    expect(reach(scene, plain, [held]).has("b")).toBe(false);
    expect(click(scene, plain, [held], "gap")).toMatchObject({ to: "choice" });
  }
  expect(click(scene, plain, [], "b")).toMatchObject({ to: "choice", choice: { do: "new on b" } });
  expect(click(scene, plain, ["a"], "p1")).toEqual({ to: "path", path: ["p1"] });
});

test("nor does one that leaves only one thing to do", () => {
  const short = [
    { do: "one", path: ["fight", "a"], kind: "fight" },
    { do: "far", path: ["p1", "gap"], kind: "move" },
    { do: "all", path: ["p2"], kind: "dismiss" },
    { do: "lift", path: ["p3"], kind: "lift", lifts: true },
  ];
  expect(click(scene, short, ["p1"], "p2")).toMatchObject({ to: "illegal" });
  expect(click(scene, short, ["p1"], "p3")).toMatchObject({ to: "choice", choice: { do: "lift" } });
  expect(click(scene, short, ["p1"], "fight")).toMatchObject({
    to: "choice",
    choice: { do: "one" },
  });
});

test("what can go on a path does so even if it could begin one", () => {
  expect(press(["p2"], "b")).toMatchObject({ to: "choice", choice: { do: "move b" } });
});

test("a click that leads nowhere gives the path to ask about", () => {
  expect(press(["p3"], "nowhere")).toEqual({ to: "illegal", path: ["p3", "nowhere"] });
});

test("a step that all open choices share is taken at once", () => {
  expect(press([], "c")).toEqual({ to: "path", path: ["c", "mid"] });
});

test("the only target of a piece still waits for its click, that of a verb does not", () => {
  expect(press([], "p2")).toEqual({ to: "path", path: ["p2"] });
  expect(press([], "fight")).toMatchObject({ to: "choice", choice: { do: "fight a" } });
});

test("a touch on a space means the space and the pieces on it that can be chosen, top first", () => {
  expect(meanings(scene, "a", new Set(["a", "p1", "p2"]))).toEqual(["a", "p2", "p1"]);
  expect(meanings(scene, "a", new Set(["p2"]))).toEqual(["p2"]);
  expect(meanings(scene, "b", new Set(["p2"]))).toEqual([]);
});

test("a touch on a piece means it, else its space, else its only neighbour that can be chosen", () => {
  const under = scene.pieces[0]!;
  expect(meaning(scene, under, new Set(["p1", "a"]))).toBe("p1");
  expect(meaning(scene, under, new Set(["a"]))).toBe("a");
  expect(meaning(scene, under, new Set(["p2"]))).toBe("p2");
  expect(meaning(scene, under, new Set())).toBe("p1");
});

test("the next question depends on the kind of the open choices and the clicks so far", () => {
  expect(askKey(choices, ["p3"])).toBe("ask.place.1");
  expect(askKey(choices, [])).toBeUndefined();
});

test("a touch goes on with the path before it begins another, and asks where it means several", () => {
  expect(touched(scene, choices, ["p3"], "b")).toEqual(["b"]);
  expect(touched(scene, choices, ["p3"], "p2")).toEqual(["p2"]);
  expect(touched(scene, choices, ["p3"], "p3")).toEqual(["p3"]);
});

test("a touch on a piece that cannot be chosen means what it lies on", () => {
  expect(scene.pieces.find(({ id }) => id === "p1")?.on).toBe("a");
  expect(touched(scene, choices, [], "p1")).toEqual(["a"]);
  expect(touched(scene, choices, [], "p2")).toEqual(["p2"]);
});

test("what was begun goes on in a later view that leaves it as it was", () => {
  const at = (step: number, own = choices): View =>
    ({ step, turn: { seat: 0, prompt: { say: { k: "" } }, choices: own } }) as View;
  expect(goesOn(at(2), at(1), ["p3"])).toBe(true);
  expect(goesOn(at(2, choices.slice(1)), at(1), ["p3"])).toBe(false);
  expect(goesOn(at(1, choices.slice(1)), at(1), ["p3"])).toBe(true);
  expect(goesOn(at(1, []), at(1), ["p3"])).toBe(false);
});
