/** The relief of a map: heights on a grid, their contours, and hachures down the slopes. */
import type { Point, Scene, Space } from "../../../api/protocol";

export interface Contour {
  level: number;
  path: string;
}

export interface Relief {
  contours: Contour[];
  hachures: string;
}

type Row = Float32Array;
interface Field {
  rows: Row[];
  x: number;
  y: number;
}

const STEP = 0.2;
const MARGIN = 1.4;
const REACH = 2.9;
const SOFT = 3; // the radius in cells over which heights are averaged, three times
export const LEVELS = [0.3, 0.62, 0.95, 1.3, 1.7, 2.1, 2.5];
const HEIGHTS: Record<string, number> = { plain: 0, hill: 1, mountain: 2 };

/** The areas of a map among the spaces of its scene. */
export const areasOf = (scene: Scene): Space[] =>
  scene.spaces.filter(({ shape }) => shape === "poly");

const heightOf = (area: Space): number => HEIGHTS[area.look.split("-")[0]!] ?? 0;

/** A point moved slightly, by its position alone, so that neighbours share the bends of their border. */
export function bent([x, y]: Point): Point {
  const dx = Math.sin(2.1 * y + 0.7 * x) + 0.6 * Math.sin(4.7 * y - 1.3 * x);
  const dy = Math.sin(2.3 * x - 0.5 * y + 1) + 0.6 * Math.sin(4.3 * x + 1.7 * y);
  return [x + 0.075 * dx, y + 0.075 * dy];
}

/** The bent outline of an area, in board coordinates. */
export function border(area: Space): string {
  const corners = (area.points ?? []).map(([x, y]): Point => [x + area.at[0], y + area.at[1]]);
  const points = corners.flatMap((corner, n) => along(corner, corners[(n + 1) % corners.length]!));
  return `M${points
    .map((point) =>
      bent(point)
        .map((value) => value.toFixed(3))
        .join(" "),
    )
    .join("L")}Z`;
}

/** A straight line, bent as borders are at the same place. */
export function barrier(path: string): string {
  const [x, y, u, v] = (path.match(/-?[\d.]+/g) ?? []).map(Number) as [
    number,
    number,
    number,
    number,
  ];
  const points = [...along([x, y], [u, v]), [u, v] as Point].map(bent);
  return `M${points.map((point) => point.map((value) => value.toFixed(3)).join(" ")).join("L")}`;
}

/** Points on a straight line, close enough together to bend it. */
export function along(from: Point, to: Point): Point[] {
  const parts = Math.max(1, Math.round(Math.hypot(to[0] - from[0], to[1] - from[1]) / 0.22));
  return Array.from({ length: parts }, (_, n) => [
    from[0] + ((to[0] - from[0]) * n) / parts,
    from[1] + ((to[1] - from[1]) * n) / parts,
  ]);
}

/** The relief of a map. */
export function relief(areas: readonly Space[]): Relief {
  const field = heights(areas);
  const rings = LEVELS.map((level) => ringsAt(field, level));
  return {
    contours: rings
      .map((found, n) => ({ level: n, path: found.map(pathOf).join("") }))
      .filter(({ path }) => path),
    hachures: rings
      .slice(0, 6)
      .flatMap((found, n) => found.flatMap((ring) => strokes(field, ring, n)))
      .join(""),
  };
}

function heights(areas: readonly Space[]): Field {
  const [xs, ys] = [areas.map(({ at }) => at[0]), areas.map(({ at }) => at[1])];
  const reach = REACH + MARGIN;
  const [x, y] = [Math.min(...xs) - reach, Math.min(...ys) - reach];
  const columns = Math.ceil((Math.max(...xs) + reach - x) / STEP) + 1;
  const lines = Math.ceil((Math.max(...ys) + reach - y) / STEP) + 1;
  const rows = Array.from({ length: lines }, (_, row) =>
    Float32Array.from({ length: columns }, (_, column) =>
      ground(areas, x + column * STEP, y + row * STEP),
    ),
  );
  for (let n = 0; n < 3; n++) even(rows);
  rows.forEach((line, row) =>
    line.forEach((_, column) => (line[column]! += rise(areas, x + column * STEP, y + row * STEP))),
  );
  return { rows, x, y };
}

function ground(areas: readonly Space[], x: number, y: number): number {
  let [best, height] = [REACH, 0];
  for (const area of areas) {
    const far = Math.hypot(area.at[0] - x, area.at[1] - y);
    if (far < best) [best, height] = [far, heightOf(area)];
  }
  return height;
}

// Hills are highest in the middle, and slopes are uneven.
function rise(areas: readonly Space[], x: number, y: number): number {
  const rough =
    0.07 *
    (Math.sin(3.1 * x + 1.7 * y) + Math.sin(2.3 * y - 2.9 * x) + Math.sin(5.3 * x + 4.1 * y) * 0.5);
  return areas.reduce((sum, area) => {
    const height = heightOf(area);
    if (height === 0) return sum;
    const far = (area.at[0] - x) ** 2 + (area.at[1] - y) ** 2;
    return sum + 0.4 * height * Math.exp(-far / 1.1);
  }, rough);
}

function even(rows: Row[]): void {
  const [lines, columns] = [rows.length, rows[0]!.length];
  const old = rows.map((row) => row.slice());
  const at = (row: number, column: number) =>
    old[Math.min(lines - 1, Math.max(0, row))]![Math.min(columns - 1, Math.max(0, column))]!;
  for (let row = 0; row < lines; row++) {
    for (let column = 0; column < columns; column++) {
      let sum = 0;
      for (let dy = -SOFT; dy <= SOFT; dy++)
        for (let dx = -SOFT; dx <= SOFT; dx++) sum += at(row + dy, column + dx);
      rows[row]![column] = sum / (2 * SOFT + 1) ** 2;
    }
  }
}

// ---- contours

// The edges of a cell that a contour crosses (0 top, 1 right, 2 bottom, 3 left), by the set of higher corners.
const CROSSINGS: [number, number][][] = [
  [],
  [[3, 0]],
  [[0, 1]],
  [[3, 1]],
  [[1, 2]],
  [
    [3, 0],
    [1, 2],
  ],
  [[0, 2]],
  [[3, 2]],
  [[2, 3]],
  [[2, 0]],
  [
    [0, 1],
    [2, 3],
  ],
  [[2, 1]],
  [[1, 3]],
  [[1, 0]],
  [[0, 3]],
  [],
];

function ringsAt(field: Field, level: number): Point[][] {
  const next = new Map<string, { to: string; point: Point }>();
  const { rows } = field;
  for (let row = 0; row + 1 < rows.length; row++) {
    for (let column = 0; column + 1 < rows[0]!.length; column++) {
      const corners = [
        rows[row]![column]!,
        rows[row]![column + 1]!,
        rows[row + 1]![column + 1]!,
        rows[row + 1]![column]!,
      ];
      const kind = corners.reduce((sum, height, n) => sum + (height > level ? 1 << n : 0), 0);
      for (const [from, to] of CROSSINGS[kind]!) {
        next.set(edgeKey(row, column, from), {
          to: edgeKey(row, column, to),
          point: crossing(field, row, column, from, corners, level),
        });
      }
    }
  }
  return chained(next);
}

function edgeKey(row: number, column: number, edge: number): string {
  if (edge === 0) return `${row} ${column} h`;
  if (edge === 2) return `${row + 1} ${column} h`;
  return edge === 3 ? `${row} ${column} v` : `${row} ${column + 1} v`;
}

function crossing(
  field: Field,
  row: number,
  column: number,
  edge: number,
  corners: number[],
  level: number,
): Point {
  const [a, b] = [corners[edge]!, corners[(edge + 1) % 4]!];
  const share = (level - a) / (b - a);
  const [x, y] = [
    [share, 0],
    [1, share],
    [1 - share, 1],
    [0, 1 - share],
  ][edge]!;
  return [field.x + (column + x!) * STEP, field.y + (row + y!) * STEP];
}

function chained(next: Map<string, { to: string; point: Point }>): Point[][] {
  const rings: Point[][] = [];
  for (const start of [...next.keys()]) {
    const ring: Point[] = [];
    for (let key = start, link = next.get(key); link; link = next.get(key)) {
      ring.push(link.point);
      next.delete(key);
      key = link.to;
    }
    if (ring.length > 5) rings.push(ring);
  }
  return rings;
}

// A ring is curved at its points, from the middle of one edge to the middle of the next.
function pathOf(ring: Point[]): string {
  const write = ([x, y]: Point): string => `${x.toFixed(2)} ${y.toFixed(2)}`;
  const middles = ring.map(([x, y], n): Point => {
    const [u, v] = ring[(n + 1) % ring.length]!;
    return [(x + u) / 2, (y + v) / 2];
  });
  return `M${write(middles.at(-1)!)}${ring.map((point, n) => `Q${write(point)} ${write(middles[n]!)}`).join("")}Z`;
}

// ---- hachures

// Short strokes down the slope, longer on gentle slopes, as in engraved maps.
function strokes(field: Field, ring: Point[], level: number): string[] {
  let last: Point = [Infinity, Infinity];
  return ring.flatMap(([x, y]) => {
    if (Math.hypot(x - last[0], y - last[1]) < 0.11) return [];
    last = [x, y];
    const [dx, dy] = slope(field, x, y);
    const steep = Math.hypot(dx, dy);
    if (steep < 0.28) return [];
    const length = Math.min(0.3, 0.24 / steep) * (level === 0 ? 0.7 : 0.9);
    const [u, v] = [(-dx / steep) * length, (-dy / steep) * length];
    return [`M${x.toFixed(2)} ${y.toFixed(2)}l${u.toFixed(2)} ${v.toFixed(2)}`];
  });
}

function slope({ rows, x: left, y: top }: Field, x: number, y: number): Point {
  const column = Math.min(rows[0]!.length - 2, Math.max(1, Math.round((x - left) / STEP)));
  const row = Math.min(rows.length - 2, Math.max(1, Math.round((y - top) / STEP)));
  const [near, above, below] = [rows[row]!, rows[row - 1]!, rows[row + 1]!];
  return [
    (near[column + 1]! - near[column - 1]!) / (2 * STEP),
    (below[column]! - above[column]!) / (2 * STEP),
  ];
}
