/** Where the units of an area stand: Hideyoshi's below, the others above, equal ones in one pile. */
import { shorter, type Spot } from "../../../lib/layout";
import { reading } from "../../names.svelte";
import type { Piece, Point, Space } from "../../../api/protocol";

interface Drawn {
  piece: Piece;
  n: number;
}

const MOST_EDGE = 1.3;
const LEAST_EDGE = 0.3;
const FLAG = 0.46;
const GAP = 1.06;

/** The spots of pieces that lie on a space; nothing where the usual ones do. */
export function lay(space: Space, drawn: readonly Drawn[]): Spot[] | undefined {
  if (space.shape !== "poly") return undefined;
  const spots = new Map(stand([idsOf(drawn, "anti"), idsOf(drawn, "hideyoshi")], space));
  return drawn.map(({ piece, n }) => {
    if (piece.look.startsWith("flag-")) return { ...flagSpot(space), edge: FLAG };
    if (piece.look.startsWith("order-")) return { ...orderSpot(space), edge: FLAG * 1.25 };
    const spot = spots.get(piece.id) ?? { x: 0, y: 0, edge: MOST_EDGE };
    return piled(spot, n, piece.n ?? 1);
  });
}

/** The part of an area that is written and stood on: within its palisade. */
export function grounds(points: readonly Point[], look: string): Point[] {
  const share = look.includes("palisade") ? 0.86 : 1;
  return points.map(([x, y]) => [share * x, share * y]);
}

/** From where to where an outline is wide at a height. */
export function chord(points: readonly Point[], y: number): [left: number, right: number] {
  const xs = points.flatMap(([x, above], n) => {
    const [u, below] = points[(n + 1) % points.length]!;
    return above <= y !== below <= y ? [x + ((y - above) / (below - above)) * (u - x)] : [];
  });
  return xs.length > 1 ? [Math.min(...xs), Math.max(...xs)] : [0, 0];
}

/** Where the name of an area stands: near its top, as soon as it is wide enough there. */
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

/** The height that an area has for its units: below its name, above what stands at its foot. */
export function roomOf(space: Space): [head: number, foot: number] {
  const points = grounds(space.points ?? [], space.look);
  const ys = points.map(([, y]) => y);
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  const head = nameSpot(points, wideOf(space)).y + 0.1 * shorter(space);
  return [head, bottom - (space.look.includes("honjin") ? 0.2 : 0.06) * (bottom - top)];
}

/** How wide a name is with the flag before it, where the shorter edge of its area is 1. */
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

// A standing order lies behind the name.
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

// Both sides' units are equally large: as large as the shape of their area allows.
function stand(sides: string[][], space: Space): [string, Spot][] {
  const [head, foot] = roomOf(space);
  for (let edge = MOST_EDGE; edge >= LEAST_EDGE; edge -= 0.04) {
    const found = set(sides, space, edge, head, foot);
    if (!found) continue;
    // What room is left lies above and below them, where the shape allows.
    const last = Math.max(head, ...found.map(([, { y }]) => y + (edge * GAP) / 2));
    return set(sides, space, edge, head + (foot - last) / 2, foot) ?? found;
  }
  return [];
}

// Row by row, each as wide as the area is there; nothing where they do not fit.
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

// From where to where an area is wide over a whole row.
function inner(
  points: readonly Point[],
  top: number,
  bottom: number,
): [left: number, right: number] {
  const chords = [top, (top + bottom) / 2, bottom].map((y) => chord(points, y));
  return [Math.max(...chords.map(([left]) => left)), Math.min(...chords.map(([, right]) => right))];
}

// The copies of a pile step upward, so that a high one is seen to be high.
function piled(spot: Spot, n: number, of: number): Spot {
  const step = Math.min(0.05, 0.2 / Math.max(1, of - 1)) * spot.edge;
  const lift = (n - (of - 1) / 2) * step;
  return { x: spot.x + lift * 0.6, y: spot.y - lift, edge: spot.edge * 0.94 };
}
