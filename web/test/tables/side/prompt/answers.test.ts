import { expect, test, vi } from "vitest";
import {
  seatAnswers,
  takebackAnswers,
  withdrawRequest,
  withdrawTakeback,
} from "../../../../src/tables/side/prompt/answers";
import { TableState } from "../../../../src/tables/store/table.svelte";
import { view } from "../../../fixtures/view";

/** A table where seat 1 asks for a takeback, and the orders sent from it. */
function make() {
  const table = new TableState("t");
  table.timeline.view = view({ takeback: { by: 1, step: 0, waiting: [0] } });
  const post = vi.spyOn(table.orders, "post").mockResolvedValue(true);
  return { table, sent: () => post.mock.calls };
}

test("yes agrees to a takeback, no declines it", async () => {
  const { table, sent } = make();
  for (const answer of takebackAnswers(table, 0)) await answer.send();
  expect(takebackAnswers(table, 0).map(({ id, isMain }) => [id, isMain])).toEqual([
    ["takeback-yes", true],
    ["takeback-no", false],
  ]);
  expect(sent()).toEqual([
    ["takeback/answer", { seat: 0, agree: true }],
    ["takeback/answer", { seat: 0, agree: false }],
  ]);
});

test("yes gives a seat to the person who asks for it, no does not", async () => {
  const { table, sent } = make();
  for (const answer of seatAnswers(table, 3)) await answer.send();
  expect(seatAnswers(table, 3).map(({ id, isMain }) => [id, isMain])).toEqual([
    ["request-yes", true],
    ["request-no", false],
  ]);
  expect(sent()).toEqual([
    ["ask/answer", { n: 3, agree: true }],
    ["ask/answer", { n: 3, agree: false }],
  ]);
});

test("withdrawing a request declines it", async () => {
  const { table, sent } = make();
  await withdrawTakeback(table);
  await withdrawRequest(table, 3);
  expect(sent()).toEqual([
    ["takeback/answer", { seat: 1, agree: false }],
    ["ask/answer", { n: 3, agree: false }],
  ]);
});
