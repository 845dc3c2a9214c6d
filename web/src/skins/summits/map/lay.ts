/** Places units in an area: Hideyoshi's below, the others above, equal ones in one pile. */
import { shorter, type Spot } from "../../../lib/layout";
import { reading } from "../../names.svelte";
import type { Piece, Point, Space } from "../../../api/protocol";

interface Drawn {
  piece: Piece;
  n: number;
}

const MAX_EDGE = 1.3;
const LEAST_EDGE = 0.3;
/** Where only a few units would be smaller than this, they reach over the edge of their area. */
const LEGIBLE = 0.88;
const FEW = 4;
const REACH = 1.35;
const FLAG = 0.46;
const GAP = 1.06;

/** The spots of pieces on a space; undefined for the default spots. */
export function lay(space: Space, drawn: readonly Drawn[]): Spot[] | undefined {
  if (space.shape !== "poly") return undefined;
  const spots = new Map(stand([idsOf(drawn, "anti"), idsOf(drawn, "hideyoshi")], space));
  return drawn.map(({ piece, n }) => {
    if (piece.look.startsWith("flag-")) return { ...flagSpot(space), edge: FLAG };
    if (piece.look.startsWith("order-")) return { ...orderSpot(space), edge: FLAG * 1.25 };
    const spot = spots.get(piece.id) ?? { x: 0, y: 0, edge: MAX_EDGE };
    return piled(spot, n, piece.n ?? 1);
  });
}

/** The part of an area used for its name and units: within its palisade. */
export function grounds(points: readonly Point[], look: string): Point[] {
  const share = look.includes("palisade") ? 0.86 : 1;
  return points.map(([x, y]) => [share * x, share * y]);
}

/** The leftmost and rightmost x of an outline at a height. */
export function chord(points: readonly Point[], y: number): [left: number, right: number] {
  const xs = points.flatMap(([x, above], n) => {
    const [u, below] = points[(n + 1) % points.length]!;
    return above <= y !== below <= y ? [x + ((y - above) / (below - above)) * (u - x)] : [];
  });
  return xs.length > 1 ? [Math.min(...xs), Math.max(...xs)] : [0, 0];
}

/** The position of an area's name: as near to the top as the area is wide enough for it. */
export function nameSpot(points: readonly Point[], wide: number): { x: number; y: number } {
  const ys = points.map(([, y]) => y);
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  for (let share = 0.15; share < 0.3; share += 0.03) {
    const y = top + share * (bottom - top);
    const [left, right] = chord(points, y - 0.05 * (bottom - top));
    if (right - left >= wide) return { x: (left + right) / 2, y };
  }
  const [left, right] = chord(points, top + 0.27 * (bottom - top));
  return { x: (left + right) / 2, y: top + 0.27 * (bottom - top) };
}

/** The vertical range for an area's units: below its name, above the camp or edge at its bottom. */
export function roomOf(space: Space): [head: number, foot: number] {
  const points = grounds(space.points ?? [], space.look);
  const ys = points.map(([, y]) => y);
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  const head = nameSpot(points, wideOf(space)).y + 0.1 * shorter(space);
  return [head, bottom - (space.look.includes("honjin") ? 0.2 : 0.06) * (bottom - top)];
}

/** The width of a name and the flag in front of it, as a share of the area's shorter edge. */
export function nameWidth(text: string): number {
  const [kanji = "", ...latin] = text.split(" ");
  const letters = reading.how === "names" ? 0.056 * latin.join(" ").length : 0.14 * kanji.length;
  return letters + 0.14;
}

const wideOf = (space: Space): number => nameWidth(space.text ?? "") * shorter(space);

function flagSpot(space: Space): { x: number; y: number } {
  const { x, y } = nameSpot(grounds(space.points ?? [], space.look), wideOf(space));
  return { x: x - wideOf(space) / 2 - 0.1, y: y - 0.045 * shorter(space) };
}

// A standing order is placed after the name.
function orderSpot(space: Space): { x: number; y: number } {
  const { x, y } = nameSpot(grounds(space.points ?? [], space.look), wideOf(space));
  return { x: x + wideOf(space) / 2 + 0.12, y: y - 0.045 * shorter(space) };
}

const sideOf = (look: string): string => look.split("-")[1] ?? "";

function idsOf(drawn: readonly Drawn[], side: string): string[] {
  const own = drawn.filter(
    ({ piece: { look } }) => /^(general|troop)-/.test(look) && sideOf(look) === side,
  );
  return [...new Set(own.map(({ piece }) => piece.id))];
}

// Units of both sides have the same size, the largest that the area's shape allows.
function stand(sides: string[][], space: Space): [string, Spot][] {
  const [head, foot] = roomOf(space);
  for (let edge = MAX_EDGE; edge >= LEAST_EDGE; edge -= 0.04) {
    const found = set(sides, space, edge, head, foot);
    if (!found) continue;
    // Centre them vertically in the remaining room, if the shape allows.
    const last = Math.max(head, ...found.map(([, { y }]) => y + (edge * GAP) / 2));
    return legible(set(sides, space, edge, head + (foot - last) / 2, foot) ?? found);
  }
  return [];
}

// Larger round their middle.
function legible(found: [string, Spot][]): [string, Spot][] {
  const by = Math.min(REACH, Math.max(1, LEGIBLE / (found[0]?.[1].edge ?? LEGIBLE)));
  if (by === 1 || found.length > FEW) return found;
  const mean = (of: number[]): number => of.reduce((a, b) => a + b, 0) / of.length;
  const [x, y] = [mean(found.map(([, one]) => one.x)), mean(found.map(([, one]) => one.y))];
  return found.map(([id, one]) => [
    id,
    { x: x + (one.x - x) * by, y: y + (one.y - y) * by, edge: one.edge * by },
  ]);
}

// Row by row, each as wide as the area is there; undefined if they do not fit.
function set(
  sides: string[][],
  space: Space,
  edge: number,
  head: number,
  foot: number,
): [string, Spot][] | undefined {
  const step = edge * GAP;
  const found: [string, Spot][] = [];
  let top = head;
  for (const ids of sides) {
    for (let done = 0; done < ids.length;) {
      if (top + step > foot + 1e-6) return undefined;
      const [left, right] = inner(grounds(space.points ?? [], space.look), top, top + step);
      const most = Math.floor((0.97 * (right - left)) / step);
      const rest = ids.length - done;
      const n =
        rest > most && rest < 2 * most ? Math.ceil(rest / 2) : Math.max(0, Math.min(rest, most));
      ids.slice(done, done + n).forEach((id, k) => {
        found.push([
          id,
          { x: (left + right) / 2 + (k - (n - 1) / 2) * step, y: top + step / 2, edge },
        ]);
      });
      done += n;
      top += n > 0 ? step : step / 3;
    }
  }
  return found;
}

// The leftmost and rightmost x inside an area over the whole height of a row.
function inner(
  points: readonly Point[],
  top: number,
  bottom: number,
): [left: number, right: number] {
  const chords = [top, (top + bottom) / 2, bottom].map((y) => chord(points, y));
  return [Math.max(...chords.map(([left]) => left)), Math.min(...chords.map(([, right]) => right))];
}

// The copies in a pile are shifted upward, so that its height is visible.
function piled(spot: Spot, n: number, of: number): Spot {
  const step = Math.min(0.05, 0.2 / Math.max(1, of - 1)) * spot.edge;
  const lift = (n - (of - 1) / 2) * step;
  return { x: spot.x + lift * 0.6, y: spot.y - lift, edge: spot.edge * 0.94 };
}
