import { afterEach, expect, test } from "vitest";
import type { Choice, Say } from "../../../../src/api/protocol";
import { tipText } from "../../../../src/tables/board/tip/tip-text";
import { settings } from "../../../../src/state/settings.svelte";
import { Selection } from "../../../../src/tables/store/selection.svelte";
import type { TableState } from "../../../../src/tables/store/table.svelte";
import { choices, scene } from "../../../fixtures/board";
import { turn } from "../../../fixtures/view";

const WORDS: Record<string, [string, string]> = {
  dark: ["black samurai", "黒の侍"],
  light: ["white ninja", "白の忍者"],
  a: ["A1, hill", "A1（丘）"],
  b: ["West market", "西市"],
  pay: ["3 points, 2 left", "3点、残り2点"],
};

function seat(open: readonly Choice[] = choices): TableState {
  const table = { scene, view: { turn: turn(open) }, timeline: {}, orders: {} };
  const sayIn = (lang: "en" | "ja", say: Say): string =>
    WORDS[say.k]?.[lang === "en" ? 0 : 1] ?? say.k;
  const selection = new Selection(table as unknown as TableState);
  const say = (text: Say): string => sayIn(settings.lang, text);
  return { selection, scene, say, sayIn, timeline: {} } as unknown as TableState;
}

const textOf = (id: string, table = seat()) => tipText(table, scene, id);

afterEach(() => settings.set({ lang: "en", names: "auto" }));

test("a piece has its name in both scripts, where it lies and what lies beside it", () => {
  expect(textOf("p2")).toEqual({
    name: "white ninja",
    other: "白の忍者",
    lines: ["A1, hill", "black samurai"],
    effects: [],
  });
});

test("of equal pieces it says how many there are", () => {
  expect(textOf("p3")?.name).toBe("2 × white ninja");
});

test("a space says what lies there, top first", () => {
  expect(textOf("a")?.lines).toEqual(["white ninja", "black samurai"]);
});

test("a place by letter and number is not said twice, a name is", () => {
  expect(textOf("a")?.other).toBe("");
  expect(textOf("b")?.other).toBe("西市");
});

test("the other script is the reader's choice", () => {
  settings.set({ names: "names" });
  expect(textOf("b")).toMatchObject({ name: "West market", other: "" });
  settings.set({ lang: "ja", names: "auto" });
  expect(textOf("b")).toMatchObject({ name: "西市", other: "" });
  settings.set({ names: "both" });
  expect(textOf("b")).toMatchObject({ name: "西市", other: "West market" });
});

test("what a click would do now is said with its price or its note", () => {
  const priced = [
    { do: "go b", path: ["p2", "b"], kind: "move", price: 3 },
    { do: "go c", path: ["p2", "c"], kind: "move", price: 3, note: { k: "pay" } },
  ] as Choice[];
  const table = seat(priced);
  expect(textOf("b", table)?.effects).toEqual([]);
  table.selection.touch("p2");
  expect(textOf("b", table)?.effects).toEqual(["Costs 3"]);
  expect(textOf("c", table)?.effects).toEqual(["3 points, 2 left"]);
});

test("a button says nothing but what it would do, and a hand that cannot be chosen nothing at all", () => {
  const noted = [{ do: "fight", path: ["fight"], kind: "fight", note: { k: "pay" } }] as Choice[];
  expect(textOf("fight", seat(noted))).toMatchObject({ name: "", effects: ["3 points, 2 left"] });
  expect(textOf("fight")).toBeUndefined();
  expect(textOf("hand")).toBeUndefined();
  expect(textOf("nothing")).toBeUndefined();
});
