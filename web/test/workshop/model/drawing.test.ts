import { beforeEach, expect, test, vi } from "vitest";
import type { DeskPage, DraftChecked, GameInfo, Layer, Space } from "../../../src/api/protocol";

const kept = new Map<string, string>();
Object.defineProperty(globalThis, "localStorage", {
  value: {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
  },
  configurable: true,
});
const { Drawing } = await import("../../../src/workshop/model/drawing.svelte");

const say = { k: "say" };
const brush = (key: string, letter: string) => ({ key, say, letter, look: `look-${key}` });
const land: Layer = {
  key: "land",
  say,
  blank: say,
  look: "bare",
  brushes: [brush("hill", "h"), brush("wood", "w")],
};
const game = { key: "game", words: { say: { en: "a say", ja: "言" } } } as unknown as GameInfo;
const desk: DeskPage = {
  key: "map",
  title: say,
  about: say,
  option: "map",
  suffix: ".toml",
  layers: [land],
  fields: [{ key: "name", say, default: "Map" }],
  tables: [],
  starts: [{ key: "first", say, draft: { marks: { land: { a: "hill" } } } }],
  words: {},
};
const space = (id: string, x: number, look: string): Space => ({
  id,
  at: [x, 0],
  size: [1, 1],
  look,
  label: say,
});
const told = (a: string): DraftChecked => ({
  checked: {
    scene: {
      skin: "game",
      spaces: [space("a", 0, a), space("b", 1, "bare")],
      pieces: [],
      sides: [],
    },
    file: "file",
  },
  play: { options: {}, seats: 2, bots: [] },
});

let answers: (DraftChecked | number)[] = [];
let sent: unknown[] = [];
beforeEach(() => {
  vi.useFakeTimers();
  kept.clear();
  answers = [];
  sent = [];
  vi.stubGlobal("fetch", async (_: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body));
    const answer = answers.shift() ?? told("special-hill");
    const isFine = typeof answer === "object";
    const problem = { type: "/problems/unreadable", title: "", status: answer, detail: "" };
    return new Response(JSON.stringify(isFine ? answer : problem), {
      status: isFine ? 200 : answer,
    });
  });
});

async function opened() {
  const drawing = new Drawing(game, desk);
  await drawing.check();
  return drawing;
}
const looks = (drawing: InstanceType<typeof Drawing>): string[] =>
  drawing.spaces.map((one) => drawing.look(one));

test("a space looks as the game says, until it is painted over", async () => {
  const drawing = await opened();
  expect(looks(drawing)).toEqual(["special-hill", "bare"]);
  drawing.take("wood");
  drawing.paint("a");
  expect(looks(drawing)).toEqual(["look-wood", "bare"]);
  expect(drawing.isFresh).toBe(false);
  drawing.undo();
  expect(looks(drawing)).toEqual(["special-hill", "bare"]);
  expect(drawing.isFresh).toBe(true);
});

test("a draft is checked once painting has stopped", async () => {
  const drawing = await opened();
  drawing.paint("b");
  drawing.take("wood");
  drawing.paint("b");
  expect(sent.length).toBe(1);
  await vi.advanceTimersByTimeAsync(400);
  expect(sent.length).toBe(2);
  const marks = { land: { a: "hill", b: "wood" } };
  expect(sent[1]).toEqual({ draft: { marks, fields: {}, rows: {} } });
  expect(drawing.isFresh).toBe(true);
});

test("a stroke is one step, and one that is dropped is none", async () => {
  const drawing = await opened();
  drawing.take("wood");
  drawing.begin();
  drawing.paint("a");
  drawing.paint("b");
  drawing.end();
  drawing.undo();
  expect(looks(drawing)).toEqual(["special-hill", "bare"]);
  drawing.begin();
  drawing.paint("b");
  drawing.drop();
  expect(drawing.history.past).toEqual([]);
});

test("a key picks its brush, and 0 the one that wipes", async () => {
  const drawing = await opened();
  expect(drawing.pick("w")).toBe(true);
  expect(drawing.brush?.key).toBe("wood");
  expect(drawing.pick("q")).toBe(false);
  drawing.pick("0");
  drawing.paint("a");
  expect(looks(drawing)[0]).toBe("bare");
});

test("the draft is kept, and gone on with", async () => {
  (await opened()).paint("b");
  expect(Object.keys((await opened()).drawn.marks.land!)).toEqual(["a", "b"]);
});

test("what was kept for another desk gives way to what one begins with", async () => {
  kept.set("honjin.draft.game.map", '{"marks": {"sea": {"a": "deep"}}, "fields": {}}');
  answers = [400];
  const drawing = await opened();
  expect(drawing.drawn.marks).toEqual({ land: { a: "hill" } });
  await vi.advanceTimersByTimeAsync(400);
  expect([drawing.isFresh, drawing.problem]).toEqual([true, ""]);
});
