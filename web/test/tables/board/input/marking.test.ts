import { expect, test } from "vitest";
import { Marking } from "../../../../src/tables/board/input/marking.svelte";
import { readMark, writeMark } from "../../../../src/lib/marks";

/** A board with marks, on which an author or a reader draws. */
function board(canMark = true): { marking: Marking; marks: () => string[] } {
  let marks: string[] = [];
  const marking = new Marking({
    get marks() {
      return marks;
    },
    canMark,
    change: (add, remove) => (marks = [...marks.filter((one) => !remove.includes(one)), ...add]),
  });
  return { marking, marks: () => marks };
}

const press = (more: Partial<PointerEvent> = {}): PointerEvent =>
  ({ button: 0, isPrimary: true, pointerId: 1, shiftKey: false, altKey: false, ...more }) as never;
const key = (name: string, shiftKey = false): KeyboardEvent => ({ key: name, shiftKey }) as never;

test("marks are read and written", () => {
  for (const text of ["a1", "a1>b2", "red!a1", "gold!tile:4>tile:9"])
    expect(writeMark(readMark(text)!)).toBe(text);
  for (const text of ["", "a b", "a>", "blue!a", "a>b>c"]) expect(readMark(text)).toBeUndefined();
});

test("a press on a place circles it, a drag draws an arrow, the same again removes it", () => {
  const { marking, marks } = board();
  marking.isOn = true;
  for (const [from, to, shown] of [
    ["a", "a", ["a"]],
    ["a", "b", ["a", "a>b"]],
    ["a", "a", ["a>b"]],
  ] as const) {
    expect(marking.down(press(), from)).toBe(true);
    marking.over(to);
    expect(marking.shown.at(-1)).toMatchObject({ at: from });
    marking.up(to);
    expect(marking.swallows()).toBe(true);
    expect(marks()).toEqual(shown);
  }
  expect(marking.swallows()).toBe(false);
});

test("beside the board nothing is drawn, and nothing is played", () => {
  const { marking, marks } = board();
  marking.isOn = true;
  expect(marking.down(press(), undefined)).toBe(true);
  expect(marking.swallows()).toBe(true);
  marking.down(press(), "a");
  marking.up(undefined);
  expect(marks()).toEqual([]);
});

test("the secondary button always draws, in the colour of its modifiers", () => {
  const { marking, marks } = board();
  expect(marking.down(press(), "a")).toBe(false);
  for (const more of [{}, { shiftKey: true }, { altKey: true }]) {
    expect(marking.down(press({ button: 2, ...more }), "a")).toBe(true);
    marking.up("b");
  }
  expect(marks()).toEqual(["a>b", "red!a>b", "green!a>b"]);
});

test("M circles the place in focus, Shift+M begins and ends an arrow, Escape cancels it", () => {
  const { marking, marks } = board();
  expect(marking.key(key("m"), "a")).toBe(true);
  expect(marking.key(key("M", true), "a")).toBe(true);
  expect(marking.start).toBe("a");
  expect(marking.key(key("M", true), "b")).toBe(true);
  expect(marks()).toEqual(["a", "a>b"]);
  marking.key(key("M", true), "b");
  expect(marking.key(key("Escape"), "b")).toBe(true);
  expect(marking.start).toBeUndefined();
  expect(marking.key(key("Escape"), "b")).toBe(false);
  expect(marking.key(key("m"), undefined)).toBe(false);
});

test("a reader draws nothing", () => {
  const { marking, marks } = board(false);
  marking.isOn = true;
  expect(marking.down(press(), "a")).toBe(false);
  expect(marking.down(press({ button: 2 }), "a")).toBe(false);
  expect(marking.key(key("m"), "a")).toBe(false);
  expect(marks()).toEqual([]);
});
