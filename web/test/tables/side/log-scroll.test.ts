import { expect, test } from "vitest";
import { showLine } from "../../../src/tables/side/log-scroll";

/** A log 200 pixels high with a line of 40 pixels for each step. */
function log(steps: readonly number[]) {
  const lines = steps.map((step, n) => ({ step, offsetTop: 40 * n }));
  const element = {
    clientHeight: 200,
    scrollTop: 0,
    lastElementChild: lines.at(-1) ?? null,
    querySelector: (selector: string) =>
      lines.find(({ step }) => selector === `[data-step="${step}"]`) ?? null,
  };
  return element as unknown as HTMLElement;
}
const TWENTY = Array.from({ length: 20 }, (_, n) => n + 1);

test("the line of a step is shown in the middle of the log", () => {
  const shown = log(TWENTY);
  showLine(shown, 11);
  expect(shown.scrollTop).toBe(400 - 100);
});

test("a step without a line shows the last one", () => {
  const shown = log(TWENTY);
  showLine(shown, 99);
  expect(shown.scrollTop).toBe(760 - 100);
});

test("an empty log stays where it is", () => {
  const shown = log([]);
  showLine(shown, 1);
  expect(shown.scrollTop).toBe(0);
});
