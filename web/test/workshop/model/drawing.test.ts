import { beforeEach, expect, test, vi } from "vitest";
import type {
  DeskPage,
  DraftChecked,
  GameInfo,
  Layer,
  OptionInfo,
  Space,
} from "../../../src/api/protocol";
import { Drawing } from "../../../src/workshop/model/drawing.svelte";

const kept = new Map<string, string>();

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
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  });
  answers = [];
  sent = [];
  vi.stubGlobal("fetch", async (_: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body));
    const answer = answers.shift() ?? told("special-hill");
    const isFine = typeof answer === "object";
    const kind = answer === 422 ? "bad-option" : "unreadable";
    const problem = { type: `/problems/${kind}`, title: "", status: answer, detail: "" };
    const refused = answer === 422 ? { ...problem, option: "list", say } : problem;
    return new Response(JSON.stringify(isFine ? answer : refused), {
      status: isFine ? 200 : answer,
    });
  });
});

async function opened(at = desk, of = game) {
  const drawing = new Drawing(of, at);
  await drawing.check();
  return drawing;
}
const looks = (drawing: InstanceType<typeof Drawing>): string[] =>
  drawing.spaces.map((one) => drawing.look(one));

test("a stroke under way is taken back first, and undone steps stay undone", async () => {
  const drawing = await opened();
  drawing.take("wood");
  drawing.paint("a");
  drawing.begin();
  drawing.paint("b");
  expect(looks(drawing)).toEqual(["look-wood", "look-wood"]);
  drawing.redo();
  drawing.undo();
  expect(looks(drawing)).toEqual(["look-wood", "bare"]);
  drawing.end();
  expect(looks(drawing)).toEqual(["look-wood", "bare"]);
  drawing.undo();
  expect(looks(drawing)).toEqual(["special-hill", "bare"]);
});

test("the rest of a stroke that was undone paints nothing", async () => {
  const drawing = await opened();
  drawing.take("wood");
  drawing.begin();
  drawing.paint("a");
  drawing.undo();
  drawing.paint("b");
  drawing.end();
  expect(drawing.history.past).toEqual([]);
  drawing.paint("b");
  expect(looks(drawing)).toEqual(["special-hill", "look-wood"]);
});

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

test("the text of a field is what a file can have", async () => {
  const drawing = await opened();
  drawing.write(desk.fields![0]!, "琵琶　湖\t");
  expect(drawing.textOf(desk.fields![0]!)).toBe("琵琶 湖");
});

// ---- the options on which figures depend

const list: OptionInfo = { key: "list", default: "usual", file: ".toml" };
const ways: OptionInfo = { key: "ways", default: "four", values: ["four", "eight"] };
const optional = { ...game, options: [ways, list, { key: "more", default: true }] } as GameInfo;
const depending: DeskPage = { ...desk, depends_on: ["list", "ways"] };
const draft = { marks: { land: { a: "hill" } }, fields: {}, rows: {} };

test("a draft is checked with the options that are given", async () => {
  const drawing = await opened(depending, optional);
  expect(drawing.given.options).toEqual([list, ways]);
  expect(sent).toEqual([{ draft }]);
  drawing.give(list, "hill = 1", "mine.toml");
  expect(drawing.isFresh).toBe(false);
  await drawing.check();
  expect(sent[1]).toEqual({ draft, options: { list: "hill = 1" } });
  expect([drawing.isFresh, drawing.given.fileOf(list)]).toEqual([true, "mine.toml"]);
  drawing.give(ways, "eight");
  await drawing.check();
  expect(sent[2]).toEqual({ draft, options: { list: "hill = 1", ways: "eight" } });
  drawing.give(list, "usual");
  await drawing.check();
  expect(sent[3]).toEqual({ draft, options: { ways: "eight" } });
  expect(drawing.history.past).toEqual([]);
});

test("given options are kept, as far as they can still be given", async () => {
  const first = await opened(depending, optional);
  first.give(list, "hill = 1", "mine.toml");
  first.give(ways, "eight");
  await first.check();
  const again = new Drawing(optional, depending);
  expect(again.given.values).toEqual({ list: "hill = 1", ways: "eight" });
  expect(again.given.fileOf(list)).toBe("mine.toml");
  const fewer = { ...optional, options: [{ ...ways, values: ["four", "six"] }, list] } as GameInfo;
  expect(new Drawing(fewer, depending).given.values).toEqual({ list: "hill = 1" });
  expect(new Drawing(optional, desk).given.values).toEqual({});
});

test("an option that is refused is told of, and has its default value again", async () => {
  const drawing = await opened(depending, optional);
  drawing.give(ways, "eight");
  await drawing.check();
  answers = [422];
  drawing.give(list, "hill = 9", "mine.toml");
  await drawing.check();
  expect(drawing.given.refused).toEqual({ option: "list", name: "mine.toml", technical: "", say });
  expect(drawing.given.values).toEqual({ ways: "eight" });
  await vi.advanceTimersByTimeAsync(50);
  expect(sent[3]).toEqual({ draft, options: { ways: "eight" } });
  expect([drawing.isFresh, drawing.problem]).toEqual([true, ""]);
  drawing.give(list, "hill = 2", "mine.toml");
  expect(drawing.given.refused).toBeUndefined();
});
