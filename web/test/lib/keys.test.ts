import { expect, test } from "vitest";
import { neighbour, wish } from "../../src/lib/keys";

const nodes = [
  { id: "a", x: 100, y: 0 },
  { id: "b", x: 200, y: 0 },
  { id: "c", x: 50, y: 100 },
  { id: "d", x: 150, y: 100 },
  { id: "tray", x: 400, y: 300 },
];

test("an arrow leads to the nearest node that way", () => {
  expect(neighbour(nodes, "a", "right")).toBe("b");
  expect(neighbour(nodes, "b", "down")).toBe("d");
  expect(neighbour(nodes, "d", "left")).toBe("c");
  expect(neighbour(nodes, "d", "down")).toBe("tray");
});

test("arrows of one direction keep to their column over shifted rows", () => {
  const rows = [0, 1, 2, 3].flatMap((row) =>
    [0, 1, 2].map((n) => ({ id: `${row}${n}`, x: 100 * n + 50 * (row % 2), y: 90 * row })),
  );
  expect(neighbour(rows, "01", "down", 100)).toBe("10");
  expect(neighbour(rows, "10", "down", 100)).toBe("21");
  expect(neighbour(rows, "10", "down")).toBe("20");
});

test("where nothing lies that way the focus stays", () => {
  expect(neighbour(nodes, "a", "up")).toBe("a");
});

test("a focus that is gone moves to the first node", () => {
  expect(neighbour(nodes, "gone", "up")).toBe("a");
});

test("arrows move on the board and replay with Shift, or plain in the log", () => {
  expect(wish({ key: "ArrowLeft" }, "board", false)).toEqual({ do: "go", way: "left" });
  expect(wish({ key: "ArrowLeft", shiftKey: true }, "board", false)).toEqual({
    do: "replay",
    by: -1,
  });
  expect(wish({ key: "ArrowRight" }, "log", false)).toEqual({ do: "replay", by: 1 });
  expect(wish({ key: "ArrowRight" }, "page", true)).toEqual({ do: "replay", by: 1 });
  expect(wish({ key: "ArrowRight" }, "page", false)).toBeNull();
});

test("Escape leaves the past first, else lets a click go", () => {
  expect(wish({ key: "Escape" }, "board", true)).toEqual({ do: "live" });
  expect(wish({ key: "Escape" }, "board", false)).toEqual({ do: "drop" });
});

test("Enter and the space bar choose on the board, and press buttons elsewhere", () => {
  for (const key of ["Enter", " "]) {
    expect(wish({ key }, "board", false)).toEqual({ do: "choose" });
    expect(wish({ key }, "page", false)).toBeNull();
    expect(wish({ key }, "log", true)).toBeNull();
  }
});

test("letters do the same in both cases", () => {
  expect(["a", "A"].map((key) => wish({ key }, "page", false))).toEqual([
    { do: "analysis" },
    { do: "analysis" },
  ]);
});

test("keys with Ctrl, Alt or Meta belong to the browser", () => {
  expect(wish({ key: "z", ctrlKey: true }, "page", false)).toBeNull();
  expect(wish({ key: "z" }, "page", false)).toEqual({ do: "back" });
});

test("Home and End step through the game only in the log or the past", () => {
  for (const [key, by] of [
    ["Home", "first"],
    ["End", "last"],
  ] as const) {
    expect(wish({ key }, "log", false)).toEqual({ do: "replay", by });
    expect(wish({ key }, "board", true)).toEqual({ do: "replay", by });
    expect(wish({ key }, "page", false)).toBeNull();
  }
});
