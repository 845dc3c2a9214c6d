/**
 * What a fingertip means: the nearest thing that can be chosen, even slightly beside its drawing. Things
 * closer together than the width of a fingertip are enlarged first.
 */

/** The approximate width of a fingertip, in pixels. */
export const FINGERTIP = 40;
/** The greatest distance from a thing's centre at which a touch still means it. */
const NEAR = 22;
/** The distance between things after enlarging. */
const EASY = 46;

/** Something that can be chosen, and its centre. */
export interface Target {
  id: string;
  x: number;
  y: number;
}

const apart = (a: { x: number; y: number }, b: { x: number; y: number }): number =>
  Math.hypot(a.x - b.x, a.y - b.y);

/** The target that a touch means; undefined if all are too far away. */
export function meant(targets: readonly Target[], x: number, y: number): Target | undefined {
  const near = targets.filter((one) => apart(one, { x, y }) <= NEAR);
  return near.sort((a, b) => apart(a, { x, y }) - apart(b, { x, y }))[0];
}

/** The width of a target for a finger: the distance to the next one. */
export function room(targets: readonly Target[], one: Target): number {
  return Math.min(...targets.filter(({ id }) => id !== one.id).map((other) => apart(one, other)));
}

/** The factor by which to enlarge targets so that none is smaller than a fingertip; 1 if none is. */
export function enlarged(targets: readonly Target[]): number {
  const least = Math.min(...targets.map((one) => room(targets, one)));
  return least < FINGERTIP ? EASY / least : 1;
}

/** The factor by which targets can be enlarged so that a frame holds them all. */
export function fitting(targets: readonly Target[], frame: { w: number; h: number }): number {
  const [xs, ys] = [targets.map(({ x }) => x), targets.map(({ y }) => y)];
  const wide = Math.max(1, Math.max(...xs) - Math.min(...xs));
  const high = Math.max(1, Math.max(...ys) - Math.min(...ys));
  return Math.min((frame.w - FINGERTIP) / wide, (frame.h - FINGERTIP) / high);
}

/** The centre of some targets, if a frame shows them all at that enlargement. */
export function interest(
  targets: readonly Target[],
  larger: number,
  frame: { w: number; h: number },
): { x: number; y: number } | undefined {
  const [xs, ys] = [targets.map(({ x }) => x), targets.map(({ y }) => y)];
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  const fits =
    (right - left) * larger + FINGERTIP <= frame.w &&
    (bottom - top) * larger + FINGERTIP <= frame.h;
  return fits ? { x: (left + right) / 2, y: (top + bottom) / 2 } : undefined;
}

/** A corner of a frame: 0 is left or top, 1 is right or bottom. */
export type Corner = readonly [x: 0 | 1, y: 0 | 1];
const CORNERS: readonly Corner[] = [
  [1, 1],
  [0, 1],
  [1, 0],
  [0, 0],
];

/** Where in a frame a part of the page covers no target: where it is, else the next free corner. */
export function corner(
  targets: readonly { x: number; y: number }[],
  frame: { w: number; h: number },
  part: { w: number; h: number },
  now: Corner,
): Corner {
  const hides = ([right, bottom]: Corner): boolean =>
    targets.some(
      ({ x, y }) =>
        Math.abs(x - right * frame.w) < part.w + NEAR / 2 &&
        Math.abs(y - bottom * frame.h) < part.h + NEAR / 2,
    );
  return [now, ...CORNERS].find((one) => !hides(one)) ?? now;
}
