/** Where the units of an area stand: Hideyoshi's below, the others above, equal ones in one pile. */
import { shorter, type Box, type Spot } from "../../lib/layout";
import type { Piece, Point, Space } from "../../lib/protocol";

interface Drawn {
  piece: Piece;
  n: number;
}

const MOST_EDGE = 1.3;
const FLAG = 0.46;
const GAP = 1.06;

/** The spots of pieces that lie on a space; nothing where the usual ones do. */
export function lay(space: Space, drawn: readonly Drawn[]): Spot[] | undefined {
  if (space.shape !== "poly") return undefined;
  const box = roomOf(space);
  const rows = [idsOf(drawn, "anti"), idsOf(drawn, "hideyoshi")];
  const spots = new Map(stand(rows, box));
  return drawn.map(({ piece, n }) => {
    if (piece.look.startsWith("flag-")) return { ...flagSpot(space), edge: FLAG };
    const spot = spots.get(piece.id) ?? { x: 0, y: 0, edge: MOST_EDGE };
    return piled(spot, n, piece.n ?? 1);
  });
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

/** The room that an area has for its units, below its name. */
export function roomOf(space: Space): Box {
  const points = space.points ?? [];
  const ys = points.map(([, y]) => y);
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  const head = nameSpot(points, wideOf(space)).y + 0.1 * shorter(space);
  const foot = bottom - (space.look.includes("honjin") ? 0.2 : 0.07) * (bottom - top);
  const chords = [0.1, 0.5, 0.85].map((share) => chord(points, head + share * (foot - head)));
  const [left, right] = [Math.max(...chords.map(([x]) => x)), Math.min(...chords.map(([, x]) => x))];
  const w = 0.94 * Math.max(right - left, 0.42 * space.size[0]);
  return { x: (left + right - w) / 2, y: head, w, h: foot - head };
}

// How wide its name is with the flag before it.
const wideOf = (space: Space): number => (0.14 * (space.text ?? "").split(" ")[0]!.length + 0.14) * shorter(space);

function flagSpot(space: Space): { x: number; y: number } {
  const { x, y } = nameSpot(space.points ?? [], wideOf(space));
  return { x: x - wideOf(space) / 2 - 0.1, y: y - 0.045 * shorter(space) };
}

const sideOf = (look: string): string => look.split("-")[1] ?? "";

function idsOf(drawn: readonly Drawn[], side: string): string[] {
  const own = drawn.filter(({ piece: { look } }) => /^(general|troop)-/.test(look) && sideOf(look) === side);
  return [...new Set(own.map(({ piece }) => piece.id))];
}

// Both sides' units are equally large: as large as the fuller of the two allows.
function stand(rows: string[][], box: Box): [string, Spot][] {
  const sides = rows.filter(({ length }) => length > 0);
  const high = box.h / Math.max(1, sides.length);
  const fits = sides.map(({ length }) => fit(length, box.w, high));
  const edge = Math.min(MOST_EDGE, ...fits.map((found) => found.edge));
  let top = box.y + (box.h - fits.reduce((sum, { lines }) => sum + lines * edge * GAP, 0)) / 2;
  return sides.flatMap((ids, n) => {
    const { columns, lines } = fits[n]!;
    const found = ids.map((id, k): [string, Spot] => {
      const line = Math.floor(k / columns);
      const inLine = Math.min(columns, ids.length - line * columns);
      const x = box.x + box.w / 2 + ((k % columns) - (inLine - 1) / 2) * edge * GAP;
      return [id, { x, y: top + (line + 0.5) * edge * GAP, edge }];
    });
    top += lines * edge * GAP;
    return found;
  });
}

function fit(count: number, w: number, h: number): { edge: number; columns: number; lines: number } {
  const ways = Array.from({ length: count }, (_, n) => {
    const lines = Math.ceil(count / (n + 1));
    return { columns: n + 1, lines, edge: Math.min(MOST_EDGE, w / (n + 1) / GAP, h / lines / GAP) };
  });
  return ways.reduce((best, way) => (way.edge > best.edge + 1e-6 ? way : best));
}

// The copies of a pile step upward, so that a high one is seen to be high.
function piled(spot: Spot, n: number, of: number): Spot {
  const step = Math.min(0.05, 0.2 / Math.max(1, of - 1)) * spot.edge;
  const lift = (n - (of - 1) / 2) * step;
  return { x: spot.x + lift * 0.6, y: spot.y - lift, edge: spot.edge * 0.94 };
}
