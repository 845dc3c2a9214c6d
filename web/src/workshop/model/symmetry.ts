/** The cells painted together: those near the pointer, and their images under a symmetry. */
import type { Brush, Layer, Space, Symmetry } from "../../api/protocol";
import { BARE, type Stroke } from "../../drafts/paint";

type Place = Pick<Space, "id" | "at">;

/** The most times a symmetry is applied before it must lead back. */
const MAX_TURNS = 12;
/** A cell this close to an image counts as the image, as a share of the distance between cells. */
const NEAR = 0.3;

const apart = (a: Place["at"], b: Place["at"]): number => Math.hypot(a[0] - b[0], a[1] - b[1]);

/** The distance between the centres of neighbouring cells. */
export function spacing(places: readonly Place[]): number {
  const first = places[0];
  if (!first) return 1;
  const ways = places.slice(1).map(({ at }) => apart(first.at, at));
  return Math.min(Infinity, ...ways) === Infinity ? 1 : Math.min(...ways);
}

/** The cells within this many steps of one, itself first. */
export function around(places: readonly Place[], cell: string, steps: number): string[] {
  const middle = places.find(({ id }) => id === cell);
  if (!middle || steps === 0) return middle ? [cell] : [];
  const reach = spacing(places) * (steps + 0.1);
  const near = places.filter(({ id, at }) => id !== cell && apart(middle.at, at) <= reach);
  return [cell, ...near.map(({ id }) => id)];
}

/** The images of a cell, one after the other; empty where there is no cell. */
export function images(
  places: readonly Place[],
  cell: string,
  symmetry: Symmetry,
): (string | undefined)[] {
  const start = places.find(({ id }) => id === cell)?.at;
  const near = NEAR * spacing(places);
  const found: (string | undefined)[] = [];
  for (let at = start; at && found.length < MAX_TURNS;) {
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

/** The brush for the n-th image, counted from 0. */
function imageOf(brush: Brush, n: number, changes: boolean): string | undefined {
  const becomes = brush.images ?? [];
  return changes && becomes.length > 0 ? becomes[n] : brush.key;
}

/** The result of a brush on some cells: those directly under it take precedence. */
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

/** Points along the way from one to another, close enough that no cell in between is missed. */
export function between(from: Place["at"], to: Place["at"], step: number): Place["at"][] {
  const count = Math.max(1, Math.ceil(apart(from, to) / step));
  return Array.from({ length: count }, (_, n): Place["at"] => {
    const share = (n + 1) / count;
    return [from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])];
  });
}
