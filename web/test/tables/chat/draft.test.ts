import { expect, test } from "vitest";
import { Draft } from "../../../src/tables/chat/draft.svelte";

function written(text: string): Draft {
  const draft = new Draft();
  [draft.text, draft.promise] = [text, true];
  return draft;
}

const never = (): number => 0;

test("a line that could not be sent returns to the field, with its promise", async () => {
  const draft = written(" I will ");
  const sent = draft.send((line) => Promise.resolve(line !== "I will"), never);
  expect([draft.text, draft.promise]).toEqual(["", false]);
  await sent;
  expect([draft.text, draft.promise]).toEqual([" I will ", true]);
});

test("it does not return over a line that was begun meanwhile, nor if it was sent", async () => {
  const draft = written("one");
  const sent = draft.send(() => Promise.resolve(false), never);
  draft.text = "two";
  await sent;
  expect([draft.text, draft.promise]).toEqual(["two", false]);
  await draft.send(() => Promise.resolve(true), never);
  expect(draft.text).toBe("");
});

test("a line that was said although its answer was lost is not offered again", async () => {
  const lines = ["yes"];
  const said = (line: string): number => lines.filter((one) => one === line).length;
  const draft = written("yes");
  await draft.send(() => Promise.resolve(false), said);
  draft.hear(said);
  expect(draft.text).toBe("yes");
  lines.push("yes");
  draft.hear(said);
  expect([draft.text, draft.promise]).toEqual(["", false]);
  // The line may arrive before its answer is known to be lost; what is written since then stays.
  [draft.text, draft.promise] = ["no", true];
  await draft.send((line) => Promise.resolve(lines.push(line) < 0), said);
  expect([draft.text, draft.promise]).toEqual(["", false]);
  draft.text = "yes";
  draft.hear(said);
  expect(draft.text).toBe("yes");
});
