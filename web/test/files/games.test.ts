import { expect, test } from "vitest";
import { LISTED, linesIn, offeredIn, offeredOn, winnersOf } from "../../src/files/games";
import { halfWidth } from "../../src/files/half";
import { RecordText } from "../../src/tables/setup/record.svelte";

const game = (more: object = {}): string =>
  JSON.stringify({
    honjin: 1,
    game: "rokumon",
    rules: 2,
    options: { act: "2" },
    actions: ["0:r1c1"],
    ...more,
  });
const HEAD = JSON.stringify({ honjin_experiment: 1, plan: { game: "rokumon" } });
const ARENA = { bots: ["random", "greedy"], reason: "end.row", returns: [-1, 1] };

test("a text with a game on each line is told from a record laid out on lines", () => {
  expect(linesIn(`${game()}\n${game()}\n`)).toEqual([game(), game()]);
  expect(linesIn(`${game()}\r\n\r\n\ufeff${game()}`)).toEqual([game(), "", game()]);
  expect(linesIn(`${HEAD}\n${game()}`)).toEqual([HEAD, game()]);
  const one = JSON.stringify(JSON.parse(game()), undefined, 1);
  for (const text of [
    "",
    game(),
    `${game()}\n\n`,
    one,
    `1\n${game()}`,
    `${HEAD}\n${HEAD}`,
    "{}\nx",
  ])
    expect(linesIn(text)).toBeUndefined();
});

test("what tells games apart is taken from their lines, and the lines keep their numbers", () => {
  const lines = [HEAD, game({ variant: "act=2", arena: ARENA }), "x", game()];
  expect(offeredIn(lines)).toEqual([
    { line: 2, game: "rokumon", options: { act: "2" }, entries: 1, variant: "act=2", ...ARENA },
    {
      line: 4,
      game: "rokumon",
      options: { act: "2" },
      entries: 1,
      bots: [],
      variant: "",
      returns: [],
      reason: "",
    },
  ]);
});

test("nothing that a line may hold is taken for what it is not", () => {
  const odd = { arena: { bots: "x", returns: null, reason: 3 }, variant: [1], options: [] };
  expect(offeredOn([game(odd)], 1)).toMatchObject({
    bots: [],
    returns: [],
    reason: "",
    variant: "",
    options: {},
  });
  for (const line of [
    "",
    "[]",
    "3",
    "{",
    '{"game": 1, "actions": []}',
    '{"game": "x"}',
    game({ x: "y".repeat(2_000_000) }),
  ])
    expect(offeredOn([line], 1)).toBeUndefined();
  expect(offeredOn([game()], 2)).toBeUndefined();
});

test("winners are those whom the engine names", () => {
  const won = (returns: number[]): number[] =>
    winnersOf(offeredOn([game({ arena: { returns } })], 1)!);
  expect([[1, -1], [0, 0], [-1], [1], [1, 1, -2], []].map(won)).toEqual([
    [0],
    [],
    [],
    [0],
    [0, 1],
    [],
  ]);
});

test("of a file of several games one is chosen; of many the first ones are listed", async () => {
  const from = new RecordText();
  const many = `${`${game()}\n`.repeat(LISTED + 1)}${game({ rules: 1 })}\n`;
  await from.take(new File([many], "games.jsonl"));
  expect([from.lines?.length, from.listed.length, from.line, from.record]).toEqual([
    LISTED + 2,
    LISTED,
    undefined,
    "",
  ]);
  from.line = LISTED + 2;
  expect(from.record).toBe(game({ rules: 1 }));
  from.line = LISTED + 3;
  expect(from.record).toBe("");
  await from.take(new File([`${HEAD}\n${game()}\n`], "one.jsonl"));
  expect([from.line, from.record]).toEqual([2, game()]);
  await from.take(new File([game()], "game.json"));
  expect([from.lines, from.text, from.record]).toEqual([undefined, game(), game()]);
});

test("a file that cannot be read leaves nothing of the file before it", async () => {
  for (const before of [game(), `${game()}\n${game()}`]) {
    const from = new RecordText();
    await from.take(new File([before], "before.jsonl"));
    await from.take(new File([], "empty.json"));
    expect([from.file, from.fault?.is, from.lines, from.record]).toEqual([
      "empty.json",
      "empty",
      undefined,
      "",
    ]);
  }
});

test("a record that is too large is a fault, and leaves what was there", async () => {
  const from = new RecordText();
  from.type(game());
  await from.take(new File([game().padEnd(2_000_001)], "large.json"));
  expect([from.fault, from.record]).toEqual([
    { is: "large", n: 2_000_001, most: 2_000_000 },
    game(),
  ]);
  from.type(game({ x: "盤".repeat(700_000) }));
  expect(from.fault?.is).toBe("large");
  from.type(`${game()}\n${game({ rules: 1 })}`);
  expect([from.fault, from.lines?.length, from.record]).toEqual([undefined, 2, ""]);
});

test("notation typed on a Japanese keyboard is that of a Western one", () => {
  expect(["ｒ２ｃ４ーｒ１ｃ１", "ｒ２ｃ４〜０、１", "４＠ｒ２ｃ３", "ｇｇｇｊ　"].map(halfWidth)).toEqual([
    "r2c4-r1c1", "r2c4~0,1", "4@r2c3", "gggj ",
  ]); // prettier-ignore
  for (const text of ["r2c4~0,1", "一の太刀ー２", "ｶﾀﾅ", "㈱"]) expect(halfWidth(text)).toBe(text);
});
