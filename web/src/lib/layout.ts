/** Where things are drawn: boxes around spaces, piles and rows of pieces. Pure geometry. */
import type { Point, Space } from "../api/protocol";

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** The box around some spaces, with a margin as a share of the smallest space. */
export function boundingBox(spaces: readonly Space[], margin = 0.22): Box {
  if (spaces.length === 0) return { x: 0, y: 0, w: 1, h: 1 };
  const left = Math.min(...spaces.map(({ at, size }) => at[0] - size[0] / 2));
  const right = Math.max(...spaces.map(({ at, size }) => at[0] + size[0] / 2));
  const top = Math.min(...spaces.map(({ at, size }) => at[1] - size[1] / 2));
  const bottom = Math.max(...spaces.map(({ at, size }) => at[1] + size[1] / 2));
  const pad = margin * Math.min(...spaces.map(shorter));
  return { x: left - pad, y: top - pad, w: right - left + 2 * pad, h: bottom - top + 2 * pad };
}

/** The box around two boxes. */
export function union(a: Box, b: Box): Box {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  const [right, bottom] = [Math.max(a.x + a.w, b.x + b.w), Math.max(a.y + a.h, b.y + b.h)];
  return { x, y, w: right - x, h: bottom - y };
}

/** A box with the same centre and the shape of the frame around it. */
export function framed({ x, y, w, h }: Box, frame: { w: number; h: number }): Box {
  const size = Math.min(frame.w / w, frame.h / h);
  const [wide, high] = [frame.w / size, frame.h / size];
  return { x: x + (w - wide) / 2, y: y + (h - high) / 2, w: wide, h: high };
}

/** The shorter edge of a space; piece sizes are shares of it. */
export const shorter = (space: Space): number => Math.min(space.size[0], space.size[1]);

/** Whether two boxes are equal. */
export const same = (a: Box, b: Box): boolean =>
  a.x === b.x && a.y === b.y && a.w === b.w && a.h === b.h;

/** A box part of the way from one box to another. */
export function between(a: Box, b: Box, t: number): Box {
  const mix = (p: number, q: number) => p + (q - p) * t;
  return { x: mix(a.x, b.x), y: mix(a.y, b.y), w: mix(a.w, b.w), h: mix(a.h, b.h) };
}

/** Where one of several pieces lies on its space: an offset from the centre, and its edge. */
export interface Spot {
  x: number;
  y: number;
  edge: number;
}

/** The spots of `count` pieces on a space, bottom first; `share` is a lone piece's edge. */
export function spots(space: Space, count: number, share: number): Spot[] {
  const edge = share * shorter(space);
  if (space.fan === "row") return row(space, count, edge);
  if (space.fan === "grid") return grid(space, count, edge);
  return pile(space, count, edge);
}

// A pile steps along the longer edge of its space, far enough that what lies under can be read.
function pile(space: Space, count: number, edge: number): Spot[] {
  const step = (count > 2 ? 0.56 : 0.74) * edge;
  const isWide = space.size[0] > space.size[1];
  return Array.from({ length: count }, (_, n) => {
    const along = (n - (count - 1) / 2) * step;
    return isWide ? { x: along, y: along * 0.3, edge } : { x: along * 0.34, y: along, edge };
  });
}

function row(space: Space, count: number, edge: number): Spot[] {
  const step = Math.min(edge * 1.08, (space.size[0] * 0.92) / count);
  const small = Math.min(edge, step / 1.08);
  return Array.from({ length: count }, (_, n) => ({
    x: (n - (count - 1) / 2) * step,
    y: 0,
    edge: small,
  }));
}

function grid(space: Space, count: number, edge: number): Spot[] {
  const columns = Math.min(count, Math.ceil(Math.sqrt((count * space.size[0]) / space.size[1])));
  const rows = Math.ceil(count / columns);
  const step = Math.min(
    edge * 1.08,
    (space.size[0] * 0.92) / columns,
    (space.size[1] * 0.92) / rows,
  );
  return Array.from({ length: count }, (_, n) => ({
    x: ((n % columns) - (columns - 1) / 2) * step,
    y: (Math.floor(n / columns) - (rows - 1) / 2) * step,
    edge: Math.min(edge, step / 1.08),
  }));
}

/** The corners of a space's outline relative to its centre; flat-topped hexagons are `poly`. */
export function outline(space: Pick<Space, "size" | "shape" | "points">): Point[] {
  const [w, h] = space.size;
  if (space.shape === "poly") return space.points ?? [];
  if (space.shape === "hex") {
    return [
      [0, -h / 2],
      [w / 2, -h / 4],
      [w / 2, h / 4],
      [0, h / 2],
      [-w / 2, h / 4],
      [-w / 2, -h / 4],
    ];
  }
  return [
    [-w / 2, -h / 2],
    [w / 2, -h / 2],
    [w / 2, h / 2],
    [-w / 2, h / 2],
  ];
}

/** The space under a point of the board among those allowed; the nearest where several match. */
export function spaceAt(
  spaces: readonly Space[],
  x: number,
  y: number,
  reach = 0.62,
): Space | undefined {
  const near = spaces
    .map((space) => ({ space, dx: x - space.at[0], dy: y - space.at[1] }))
    .filter(
      ({ space, dx, dy }) =>
        Math.abs(dx) < reach * space.size[0] && Math.abs(dy) < reach * space.size[1],
    )
    .sort((a, b) => Math.hypot(a.dx, a.dy) - Math.hypot(b.dx, b.dy));
  return near[0]?.space;
}

/** Only the corners of an outline: at each, a piece of both edges, at most `reach` long. */
export function corners(points: readonly Point[], reach: number): string {
  return points
    .map((corner, n) => {
      const ends = [points.at(n - 1)!, points[(n + 1) % points.length]!];
      const [from, to] = ends.map((end) => towards(corner, end, reach));
      return `M${from!.join(" ")}L${corner.join(" ")}L${to!.join(" ")}`;
    })
    .join("");
}

// Less than half the way, so that between two corners there is a gap.
function towards([x, y]: Point, [u, v]: Point, reach: number): Point {
  const length = Math.hypot(u - x, v - y);
  const share = length === 0 ? 0 : Math.min(reach, 0.36 * length) / length;
  return [x + share * (u - x), y + share * (v - y)];
}
