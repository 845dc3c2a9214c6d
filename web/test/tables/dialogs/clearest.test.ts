import { expect, test } from "vitest";
import { clearest } from "../../../src/tables/dialogs/clearest";

const box = (left: number, top: number, width: number, height: number) => ({
  left,
  top,
  width,
  height,
});
const thing = (...at: Parameters<typeof box>): Element =>
  ({ getBoundingClientRect: () => box(...at) }) as unknown as Element;
const frame = box(0, 0, 900, 800);
const card = box(0, 0, 500, 300);

test("the card of the end stands in the middle where it covers nothing", () => {
  expect(clearest(frame, card, [])).toEqual(["center", "center"]);
  expect(clearest(frame, card, [thing(0, 0, 50, 50)])).toEqual(["center", "center"]);
});

test("the winning line stays in sight: the card gives way to it", () => {
  expect(clearest(frame, card, [thing(100, 350, 700, 100)])).toEqual(["start", "center"]);
  expect(clearest(frame, card, [thing(100, 100, 700, 300)])).toEqual(["end", "center"]);
});
