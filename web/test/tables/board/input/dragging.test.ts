import { expect, test, vi } from "vitest";
import { Dragging } from "../../../../src/tables/board/input/dragging";
import type { TableState } from "../../../../src/tables/store/table.svelte";

/** An element with pieces on it, which knows whether it is drawn as carried away. */
function element(name: string, isSpace: boolean, pieces: readonly object[] = []) {
  const classes = new Set<string>();
  return {
    name,
    classes,
    localName: "g",
    classList: { add: (one: string) => classes.add(one) },
    hasAttribute: (one: string) => isSpace && one === "data-space",
    querySelectorAll: (selector: string) => (selector === "[data-piece]" ? pieces : []),
  };
}

interface Press {
  /** The path after the press, and whether an action picks the thing up. */
  path: string[];
  acts?: boolean;
  isSpace?: boolean;
  pieces?: readonly string[];
}

/** Drag the thing `a`: the names of what is drawn as carried. */
function carried({ path, acts = false, isSpace = true, pieces = ["low", "high"] }: Press) {
  const on = pieces.map((name) => element(name, false));
  const thing = element("a", isSpace, on);
  vi.stubGlobal("CSS", { escape: (text: string) => text });
  vi.stubGlobal("document", {
    querySelector: (selector: string) => (selector === '[data-id="a"]' ? thing : null),
  });
  const selection = {
    path: [] as string[],
    next: new Set(),
    lift: () => ((selection.path = path), acts ? Promise.resolve(true) : true),
  };
  const table = { selection, scene: { spaces: [] } } as unknown as TableState;
  const layer = { getScreenCTM: () => null } as unknown as SVGGElement;
  const dragging = new Dragging(
    table,
    () => layer,
    () => 1,
    () => undefined,
  );
  const at = (clientX: number) =>
    ({ clientX, clientY: 0, button: 0, isPrimary: true, pointerId: 1 }) as PointerEvent;
  dragging.down(at(0), "a");
  expect(dragging.move(at(20))).toBe(true);
  return [thing, ...on].filter(({ classes }) => classes.has("away")).map(({ name }) => name);
}

test("where a path begins with a space, the piece on top of it is carried", () => {
  expect(carried({ path: ["a"] })).toEqual(["high"]);
});

test("where a path goes on with a space, the space itself is carried", () => {
  expect(carried({ path: ["b", "a"] })).toEqual(["a"]);
});

test("what an action picks up from a space is the piece on top of it", () => {
  expect(carried({ path: [], acts: true })).toEqual(["high"]);
});

test("an empty space is carried itself, and so is a thing that is no space", () => {
  expect(carried({ path: ["a"], pieces: [] })).toEqual(["a"]);
  expect(carried({ path: ["a"], isSpace: false })).toEqual(["a"]);
});

test("a short move is a click and carries nothing", () => {
  const table = { selection: { path: ["a"] } } as unknown as TableState;
  const dragging = new Dragging(
    table,
    () => ({}) as SVGGElement,
    () => 1,
    () => undefined,
  );
  const at = (clientX: number) =>
    ({ clientX, clientY: 0, button: 0, isPrimary: true, pointerId: 1 }) as PointerEvent;
  dragging.down(at(0), "a");
  expect([dragging.move(at(5)), dragging.carries]).toEqual([false, false]);
});
