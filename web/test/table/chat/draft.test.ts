import { expect, test } from "vitest";
import { Draft } from "../../../src/table/chat/draft.svelte";

function written(text: string): Draft {
  const draft = new Draft();
  [draft.text, draft.promise] = [text, true];
  return draft;
}

test("a line that could not be sent returns to the field, with its promise", async () => {
  const draft = written(" I will ");
  const sent = draft.send((line) => Promise.resolve(line !== "I will"));
  expect([draft.text, draft.promise]).toEqual(["", false]);
  await sent;
  expect([draft.text, draft.promise]).toEqual([" I will ", true]);
});

test("it does not return over a line that was begun meanwhile, nor if it was sent", async () => {
  const draft = written("one");
  const sent = draft.send(() => Promise.resolve(false));
  draft.text = "two";
  await sent;
  expect([draft.text, draft.promise]).toEqual(["two", false]);
  await draft.send(() => Promise.resolve(true));
  expect(draft.text).toBe("");
});
