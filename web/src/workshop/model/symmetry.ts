/** Which cells are painted together: those near the pointer, and what a symmetry makes of them. */
import type { Brush, Layer, Space, Symmetry } from "../../api/protocol";
import { BARE, type Stroke } from "./paint";

type Place = Pick<Space, "id" | "at">;

/** A symmetry is applied at most so often until it leads back. */
const MOST_TURNS = 12;
/** What lies so close to an image is its cell, in shares of the way between two cells. */
const NEAR = 0.3;

const apart = (a: Place["at"], b: Place["at"]): number => Math.hypot(a[0] - b[0], a[1] - b[1]);

/** How far the middles of neighbouring cells are apart. */
export function spacing(places: readonly Place[]): number {
  const first = places[0];
  if (!first) return 1;
  const ways = places.slice(1).map(({ at }) => apart(first.at, at));
  return Math.min(Infinity, ...ways) === Infinity ? 1 : Math.min(...ways);
}

/** The cells within so many steps of one, itself first. */
export function around(places: readonly Place[], cell: string, steps: number): string[] {
  const middle = places.find(({ id }) => id === cell);
  if (!middle || steps === 0) return middle ? [cell] : [];
  const reach = spacing(places) * (steps + 0.1);
  const near = places.filter(({ id, at }) => id !== cell && apart(middle.at, at) <= reach);
  return [cell, ...near.map(({ id }) => id)];
}

/** The images of a cell, one after the other; where there is no cell, nothing. */
export function images(
  places: readonly Place[],
  cell: string,
  symmetry: Symmetry,
): (string | undefined)[] {
  const start = places.find(({ id }) => id === cell)?.at;
  const near = NEAR * spacing(places);
  const found: (string | undefined)[] = [];
  for (let at = start; at && found.length < MOST_TURNS;) {
    at = moved(at, symmetry.matrix);
    if (apart(at, start!) < near) break;
    const here = at;
    found.push(places.find((place) => apart(place.at, here) < near)?.id);
  }
  return found;
}

const moved = ([x, y]: Place["at"], [a, b, c, d, e, f]: Symmetry["matrix"]): Place["at"] => [
  a * x + c * y + e,
  b * x + d * y + f,
];

/** What a brush becomes as the n-th image of itself, counted from 0. */
function imageOf(brush: Brush, n: number, changes: boolean): string | undefined {
  const becomes = brush.images ?? [];
  return changes && becomes.length > 0 ? becomes[n] : brush.key;
}

/** What is painted where a brush is set on some cells: those under it have the last word. */
export function strokeOf(
  places: readonly Place[],
  layer: Layer,
  brush: Brush | undefined,
  cells: readonly string[],
  symmetry: Symmetry | undefined,
): Stroke {
  const stroke = new Map<string, string>();
  const isPath = layer.drawn === "path";
  if (symmetry && !isPath) {
    const changes = (symmetry.layers ?? []).includes(layer.key);
    for (const cell of cells) {
      images(places, cell, symmetry).forEach((image, n) => {
        const key = brush ? imageOf(brush, n, changes) : BARE;
        if (image !== undefined && key !== undefined) stroke.set(image, key);
      });
    }
  }
  for (const cell of cells) {
    stroke.delete(cell);
    stroke.set(cell, brush?.key ?? BARE);
  }
  return stroke;
}

/** The points on the way from one to another, so close that no cell between them is missed. */
export function between(from: Place["at"], to: Place["at"], step: number): Place["at"][] {
  const count = Math.max(1, Math.ceil(apart(from, to) / step));
  return Array.from({ length: count }, (_, n): Place["at"] => {
    const share = (n + 1) / count;
    return [from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])];
  });
}
