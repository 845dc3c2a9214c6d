/** The geometry of outlines: corners that move, snap to others, come and go. */
import type { Point } from "../../drafts/values";

const apart = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1]);

/** A point within the sheet, on whole numbers. */
export const within = ([x, y]: Point, low: number, high: number): Point => [
  Math.min(high, Math.max(low, Math.round(x))),
  Math.min(high, Math.max(low, Math.round(y))),
];

/** The nearest of some corners within a distance; otherwise the point itself. */
export function snapped(point: Point, corners: readonly Point[], reach: number): Point {
  let [found, best] = [point, reach];
  for (const corner of corners) {
    const way = apart(point, corner);
    if (way <= best) [found, best] = [corner, way];
  }
  return found;
}

export const moved = (corners: readonly Point[], n: number, to: Point): Point[] =>
  corners.map((corner, k) => (k === n ? to : corner));

/** The edge after corner `n`, split in its middle. */
export function split(corners: readonly Point[], n: number): Point[] {
  const [one, other] = [corners[n]!, corners[(n + 1) % corners.length]!];
  const middle: Point = [Math.round((one[0] + other[0]) / 2), Math.round((one[1] + other[1]) / 2)];
  return [...corners.slice(0, n + 1), middle, ...corners.slice(n + 1)];
}

/** Without a corner; three always stay. */
export const without = (corners: readonly Point[], n: number): Point[] =>
  corners.length > 3 ? corners.filter((_, k) => k !== n) : [...corners];

/** The centre of gravity; the mean of the corners if they enclose nothing. */
export function centre(corners: readonly Point[]): Point {
  let [sum, x, y] = [0, 0, 0];
  corners.forEach(([x1, y1], n) => {
    const [x2, y2] = corners[(n + 1) % corners.length]!;
    const part = x1 * y2 - x2 * y1;
    sum += part;
    x += part * (x1 + x2);
    y += part * (y1 + y2);
  });
  if (Math.abs(sum) > 1) return [Math.round(x / (3 * sum)), Math.round(y / (3 * sum))];
  const mean = (k: 0 | 1): number =>
    Math.round(corners.reduce((all, corner) => all + corner[k], 0) / corners.length);
  return [mean(0), mean(1)];
}

/** True if a point lies inside. */
export function holds(corners: readonly Point[], [x, y]: Point): boolean {
  let inside = false;
  corners.forEach(([x1, y1], n) => {
    const [x2, y2] = corners[(n + 1) % corners.length]!;
    if (y1 > y !== y2 > y && x < x1 + ((y - y1) * (x2 - x1)) / (y2 - y1)) inside = !inside;
  });
  return inside;
}
