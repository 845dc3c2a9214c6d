import { beforeEach, expect, test, vi } from "vitest";
import { Drafts } from "../../../src/studies/line/drafts.svelte";

const words = (node: number, text: string) => ({ chapter: 1, node, was: "", text });

beforeEach(() => {
  const kept: Record<string, string> = {};
  const access = {
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, text: string) => void (kept[key] = text),
    removeItem: (key: string) => void delete kept[key],
  };
  const all = new Proxy(access, {
    ownKeys: () => Object.keys(kept),
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  });
  vi.stubGlobal("localStorage", all);
});

test("words outlive the page, for their author and their study alone", () => {
  new Drafts("s1", "ann").keep(words(2, "Good."));
  expect(new Drafts("s1", "ann").list).toEqual([words(2, "Good.")]);
  expect(new Drafts("s1", "bob").list).toEqual([]);
  expect(new Drafts("s2", "ann").list).toEqual([]);
});

test("what was saved is forgotten, unless more has been written since", () => {
  const drafts = new Drafts("s1", "ann");
  drafts.keep(words(2, "Good."));
  drafts.keep(words(2, "Good. Very."));
  drafts.keep(words(3, "Bad."));
  drafts.drop(words(2, ""), "Good.");
  expect(drafts.at(words(2, ""))?.text).toBe("Good. Very.");
  drafts.drop(words(2, ""), "Good. Very.");
  expect(new Drafts("s1", "ann").list).toEqual([words(3, "Bad.")]);
});

test("two windows keep what each has written, and what is broken is none", () => {
  const [one, other] = [new Drafts("s1", "ann"), new Drafts("s1", "ann")];
  one.keep(words(2, "Good."));
  other.keep(words(3, "Bad."));
  other.drop(words(2, ""));
  localStorage.setItem("honjin.note.ann.s1.1.4", '{"text": 4}');
  expect(new Drafts("s1", "ann").list).toEqual([words(2, "Good."), words(3, "Bad.")]);
  expect(other.at(words(2, ""))?.text).toBe("Good.");
});

test("without storage words last as long as the page", () => {
  vi.stubGlobal("localStorage", undefined);
  const drafts = new Drafts("s1", "ann");
  drafts.keep(words(2, "Good."));
  expect(drafts.at(words(2, ""))?.text).toBe("Good.");
});
