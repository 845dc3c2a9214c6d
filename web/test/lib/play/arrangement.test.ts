import { expect, test } from "vitest";
import {
  armyOf,
  changesTo,
  fits,
  shortest,
  type Army,
  type Change,
  type Standing,
} from "../../../src/lib/play/arrangement";
import type { Scene } from "../../../src/api/protocol";

const SORTS = ["T", "D", "S", "A"];
const SPACES = Array.from({ length: 9 }, (_, n) => `h${n}`);
/** Small enough to try every way. */
const FEW = SPACES.slice(0, 6);

/** True if a table accepts a move: from beside the board to a free space, else not onto an equal piece. */
function taken({ on, aside }: Army, { sort, from, to }: Change): boolean {
  if (from === undefined) return aside.includes(sort) && on[to] === undefined;
  return on[from] === sort && on[to] !== sort;
}

function changed(army: Army, { sort, from, to }: Change): Army {
  const { [to]: other, ...on } = army.on;
  const aside = [...army.aside];
  if (from === undefined) aside.splice(aside.indexOf(sort), 1);
  else delete on[from];
  if (from !== undefined && other !== undefined) on[from] = other;
  return { on: { ...on, [to]: sort }, aside };
}

/** The army after moves that a table accepts. */
function made(army: Army, changes: readonly Change[]): Army {
  for (const change of changes) {
    expect([change, taken(army, change)]).toEqual([change, true]);
    army = changed(army, change);
  }
  return army;
}

/** A fixed sequence of numbers below `n`. */
function numbers(seed: number): (n: number) => number {
  let state = seed;
  return (n) => (state = (state * 1103515245 + 12345) & 0x7fffffff) % n;
}

function anyStanding(
  below: (n: number) => number,
  sorts: readonly string[],
  all = SPACES,
): Standing {
  const spaces = [...all];
  return Object.fromEntries(
    sorts.map((sort) => [spaces.splice(below(spaces.length), 1)[0]!, sort]),
  );
}

/** The fewest moves, by trying all of them breadth first. */
function fewest(army: Army, wanted: Standing): number {
  const write = ({ on, aside }: Army): string =>
    FEW.map((space) => on[space] ?? "-").join("") + [...aside].sort().join("");
  const goal = write({ on: wanted, aside: [] });
  let edge = [army];
  const seen = new Set([write(army)]);
  for (let n = 0; ; n++) {
    if (edge.some((one) => write(one) === goal)) return n;
    const next: Army[] = [];
    for (const one of edge) {
      for (const change of all(one)) {
        const after = changed(one, change);
        const text = write(after);
        if (!seen.has(text)) next.push(after);
        seen.add(text);
      }
    }
    edge = next;
  }
}

function all(army: Army): Change[] {
  const puts = [...new Set(army.aside)].flatMap((sort) => FEW.map((to): Change => ({ sort, to })));
  const moves = Object.entries(army.on).flatMap(([from, sort]) =>
    FEW.map((to): Change => ({ sort, from, to })),
  );
  return [...puts, ...moves].filter((change) => taken(army, change));
}

test("any army comes to any standing of the same pieces, and never stops half way", () => {
  for (let seed = 1; seed <= 400; seed++) {
    const below = numbers(seed);
    const sorts = Array.from({ length: 1 + below(8) }, () => SORTS[below(SORTS.length)]!);
    const cut = below(sorts.length + 1);
    const army = { on: anyStanding(below, sorts.slice(cut)), aside: sorts.slice(0, cut) };
    const wanted = anyStanding(below, sorts);
    const changes = changesTo(army, wanted);
    expect(made(army, changes)).toEqual({ on: wanted, aside: [] });
    expect(changes.length).toBeLessThanOrEqual(sorts.length);
  }
});

test("so few changes that a search finds no shorter way", () => {
  for (let seed = 1; seed <= 40; seed++) {
    const below = numbers(seed);
    const sorts = Array.from({ length: 4 }, () => SORTS[below(3)]!);
    const cut = below(3);
    const army = { on: anyStanding(below, sorts.slice(cut), FEW), aside: sorts.slice(0, cut) };
    const wanted = anyStanding(below, sorts, FEW);
    expect([seed, changesTo(army, wanted).length]).toEqual([seed, fewest(army, wanted)]);
  }
});

test("two that stand in each other's place change places once, three in a ring twice", () => {
  expect(changesTo({ on: { a: "T", b: "D" }, aside: [] }, { a: "D", b: "T" })).toEqual([
    { sort: "T", from: "a", to: "b" },
  ]);
  expect(
    changesTo({ on: { a: "T", b: "D", c: "S" }, aside: [] }, { a: "D", b: "S", c: "T" }),
  ).toHaveLength(2);
});

test("a formation already in place needs no moves", () => {
  expect(changesTo({ on: { a: "T", b: "A" }, aside: [] }, { a: "T", b: "A" })).toEqual([]);
});

test("a ready-made standing that is near is the first step", () => {
  const wanted = { a: "T", b: "D", c: "S", d: "A" };
  const ready = { near: { a: "T", b: "D", d: "S", c: "A" }, other: { a: "T" } };
  expect(shortest({ on: {}, aside: ["T", "D", "S", "A"] }, wanted, ready)).toEqual([
    { verb: "near" },
    { sort: "A", from: "c", to: "d" },
  ]);
  expect(shortest({ on: { ...wanted }, aside: [] }, wanted, ready)).toEqual([]);
});

test("a standing fits an army of the same pieces only", () => {
  const army = { on: { a: "T" }, aside: ["A", "A"] };
  const standings: Standing[] = [
    { b: "A", c: "A", d: "T" },
    { b: "A", d: "T" },
    { b: "A", c: "T", d: "T" },
  ];
  expect(standings.map((one) => fits(army, one))).toEqual([true, false, false]);
});

test("the army is what the prompt names, equal ones counted, others left out", () => {
  const label = { k: "x" };
  const scene: Scene = {
    skin: "plain",
    spaces: [{ id: "a", at: [0, 0], size: [1, 1], look: "x", label }],
    sides: [],
    pieces: [
      { id: "a.S", on: "a", look: "x", label },
      { id: "0:A", on: "tray", look: "x", label, n: 2 },
      { id: "1:A", on: "other", look: "x", label },
    ],
  };
  expect(armyOf(scene, { key: "k", sorts: { "a.S": "S", "0:A": "A" } })).toEqual({
    on: { a: "S" },
    aside: ["A", "A"],
  });
});
