import { expect, test } from "vitest";
import { Latest } from "../../src/lib/waiting";

function question(): {
  answer: (found: string | undefined) => void;
  asked: Promise<string | undefined>;
} {
  let answer: (found: string | undefined) => void = () => undefined;
  const asked = new Promise<string | undefined>((done) => (answer = done));
  return { answer, asked };
}

test("only the latest question is answered, whichever answer comes first", async () => {
  const [first, second, latest] = [question(), question(), new Latest()];
  const answers = [latest.answer(3, first.asked), latest.answer(2, second.asked)];
  expect(latest.goal).toBe(2);
  second.answer("two");
  first.answer("three");
  expect(await Promise.all(answers)).toEqual([undefined, "two"]);
  expect(latest.goal).toBeUndefined();
});

test("a question that fails leaves nothing to wait for", async () => {
  const [asked, latest] = [question(), new Latest()];
  const answer = latest.answer(3, asked.asked);
  asked.answer(undefined);
  expect(await answer).toBeUndefined();
  expect(latest.goal).toBeUndefined();
});

test("a dropped request is not answered", async () => {
  const [asked, latest] = [question(), new Latest()];
  const answer = latest.answer(3, asked.asked);
  latest.drop();
  asked.answer("three");
  expect(latest.goal).toBeUndefined();
  expect(await answer).toBeUndefined();
});
