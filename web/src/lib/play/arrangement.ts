/**
 * The player's formations: what is on each space, and how to change one into another in few moves. A
 * move lifts a piece and puts it on a space; on another of the player's pieces, the two swap
 * places. No rule is known here: the choices decide, each time, whether a move is legal.
 */
import type { Arrange, Scene } from "../../api/protocol";

/** The sort of piece on each space. */
export type Standing = Record<string, string>;

/** The player's pieces: those on spaces, and the sorts of those beside the board. */
export interface Army {
  on: Standing;
  aside: string[];
}

/** Lift the piece of a space, or one of a sort from beside the board, and set it down. */
export interface Change {
  sort: string;
  from?: string;
  to: string;
}
/** The moves that lead to a formation; where they begin with a ready-made one, its verb. */
export type Step = Change | { verb: string };

/** The player's pieces as they are now. */
export function armyOf(scene: Scene, arrange: Arrange): Army {
  const spaces = new Set(scene.spaces.map((space) => space.id));
  const army: Army = { on: {}, aside: [] };
  for (const piece of scene.pieces) {
    const sort = arrange.sorts[piece.id];
    if (sort === undefined) continue;
    if (spaces.has(piece.on)) army.on[piece.on] = sort;
    else army.aside.push(...Array.from({ length: piece.n ?? 1 }, () => sort));
  }
  return army;
}

/** True if a formation has the same pieces as an army. */
export function fits(army: Army, wanted: Standing): boolean {
  const own = [...Object.values(army.on), ...army.aside].sort();
  return own.join() === Object.values(wanted).sort().join();
}

/** The fewest steps to a formation: directly, or from the nearest ready-made one. */
export function shortest(army: Army, wanted: Standing, ready: Record<string, Standing>): Step[] {
  const ways: Step[][] = [changesTo(army, wanted)];
  for (const [verb, on] of Object.entries(ready)) {
    if (fits({ on, aside: [] }, wanted))
      ways.push([{ verb }, ...changesTo({ on, aside: [] }, wanted)]);
  }
  return ways.reduce((best, way) => (way.length < best.length ? way : best));
}

/**
 * The moves that turn an army into a formation of the same pieces. Where k pieces stand in each
 * other's places in a ring, they need k - 1 moves; each other piece needs one.
 */
export function changesTo(army: Army, wanted: Standing): Change[] {
  const on = new Map(Object.entries(army.on));
  const aside = [...army.aside];
  const changes: Change[] = [];
  for (let ring = shortestRing(on, wanted); ring; ring = shortestRing(on, wanted)) {
    const [first, ...others] = ring;
    for (const to of others) changes.push(swap(on, first!, to));
  }
  // The piece for a free space is always somewhere else, so this ends with everything in place.
  for (let free = freeSpace(on, wanted); free !== undefined; free = freeSpace(on, wanted)) {
    changes.push(fill(on, aside, wanted, free));
  }
  return changes;
}

function swap(on: Map<string, string>, from: string, to: string): Change {
  const sort = on.get(from)!;
  on.set(from, on.get(to)!);
  on.set(to, sort);
  return { sort, from, to };
}

const freeSpace = (on: Map<string, string>, wanted: Standing): string | undefined =>
  Object.keys(wanted).find((space) => !on.has(space));

function fill(on: Map<string, string>, aside: string[], wanted: Standing, to: string): Change {
  const sort = wanted[to]!;
  const from = [...on.keys()].find((space) => on.get(space) === sort && wanted[space] !== sort);
  if (from === undefined) aside.splice(aside.indexOf(sort), 1);
  else on.delete(from);
  on.set(to, sort);
  return from === undefined ? { sort, to } : { sort, from, to };
}

// Spaces whose pieces rotate: the first one's piece belongs on the second, the last one's on the first.
function shortestRing(on: Map<string, string>, wanted: Standing): string[] | undefined {
  const wrong = Object.keys(wanted).filter(
    (space) => on.has(space) && on.get(space) !== wanted[space],
  );
  const rings = wrong
    .map((space) => ringFrom(space, wrong, on, wanted))
    .filter((ring) => ring !== undefined);
  return rings.sort((a, b) => a.length - b.length)[0];
}

// Breadth first; each sort is visited once.
function ringFrom(
  start: string,
  wrong: readonly string[],
  on: Map<string, string>,
  wanted: Standing,
): string[] | undefined {
  let paths = [[start]];
  const seen = new Set([on.get(start)!]);
  while (paths.length > 0) {
    const home = paths.find((path) => on.get(path.at(-1)!) === wanted[start]);
    if (home) return home;
    paths = paths.flatMap((path) => onward(path, wrong, on, wanted, seen));
  }
  return undefined;
}

function onward(
  path: readonly string[],
  wrong: readonly string[],
  on: Map<string, string>,
  wanted: Standing,
  seen: Set<string>,
): string[][] {
  const carried = on.get(path.at(-1)!)!;
  const found: string[][] = [];
  for (const space of wrong) {
    const sort = on.get(space)!;
    if (wanted[space] !== carried || seen.has(sort)) continue;
    seen.add(sort);
    found.push([...path, space]);
  }
  return found;
}
