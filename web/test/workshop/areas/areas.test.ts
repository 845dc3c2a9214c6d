import { beforeEach, expect, test, vi } from "vitest";
import type { DeskPage, GameInfo, Table } from "../../../src/api/protocol";
import { Areas } from "../../../src/workshop/areas/areas.svelte";
import { Drawing } from "../../../src/workshop/model/drawing.svelte";

const say = { k: "" };
const lake: Table = {
  key: "lake",
  say,
  about: say,
  columns: [
    { key: "near", say, kind: "refs", of: "lake" },
    { key: "middle", say, kind: "point", high: 1000 },
    { key: "shore", say, kind: "outline", most: 9 },
  ],
  outline: "shore",
  at: "middle",
  links: "near",
};
const desk = {
  key: "map",
  title: say,
  layers: [],
  tables: [lake],
  starts: [],
} as unknown as DeskPage;
const game = { key: "game", words: {} } as unknown as GameInfo;

beforeEach(() => {
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
});

function drawn(): { drawing: Drawing; areas: Areas } {
  const drawing = new Drawing(game, desk);
  const areas = new Areas(drawing, lake);
  for (const x of [100, 500]) {
    areas.take("draw");
    for (const [dx, y] of [
      [0, 100],
      [200, 100],
      [200, 300],
    ] as const)
      areas.corner([x + dx, y], 1);
    areas.close();
  }
  return { drawing, areas };
}

test("an area that is undone is not selected any more", () => {
  const { drawing, areas } = drawn();
  expect(areas.chosen).toBe("lake_2");
  drawing.undo();
  expect(areas.chosen).toBe("");
  drawing.redo();
  expect(areas.chosen).toBe("lake_2");
  drawing.leave();
});

test("an area that is undone is not linked to another one", () => {
  const { drawing, areas } = drawn();
  areas.take("link");
  areas.choose("lake_2");
  drawing.undo();
  areas.choose("lake_1");
  expect([areas.keys, areas.links, areas.from]).toEqual([["lake_1"], [], "lake_1"]);
  drawing.leave();
});

test("an outline for an area that is undone makes a new one", () => {
  const { drawing, areas } = drawn();
  areas.drawFor("lake_2");
  for (const [x, y] of [
    [1, 1],
    [9, 1],
    [9, 9],
  ] as const)
    areas.corner([x, y], 1);
  drawing.undo();
  areas.close();
  expect(areas.keys).toEqual(["lake_1", "lake_2"]);
  expect(areas.outline("lake_2")).toEqual([
    [1, 1],
    [9, 1],
    [9, 9],
  ]);
  expect(areas.chosen).toBe("lake_2");
  drawing.leave();
});
