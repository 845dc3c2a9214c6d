/**
 * A line of play as marks on the board: rings, arrows and a ghost, from the click paths of its
 * actions. The meaning of an action is not known here; only its clicks, and where they are.
 */
import { piecesOn } from "../../lib/play/choose";
import type { Piece, Ply, Point, Scene } from "../../api/protocol";

/** One action of a line. `n` is its number, `mine` is true if the analysed seat does it. */
export interface Hint {
  n: number;
  mine: boolean;
  ids: string[];
  from?: Point;
  to?: Point;
  /** The number of earlier actions in the line that end on the same place. */
  again: number;
  ghost?: { look: string; text?: string };
}

/** The marks of a line's first actions, numbered; ids that are not on the board are left out. */
export function hintsOf(scene: Scene, line: readonly Ply[], most: number, seat: number): Hint[] {
  const known = new Set(
    [...scene.spaces, ...scene.pieces, ...(scene.trays ?? []), ...(scene.verbs ?? [])].map(
      ({ id }) => id,
    ),
  );
  const hints = line.slice(0, most).flatMap((ply, n) => {
    const ids = touched(ply).filter((id) => known.has(id));
    return ids.length > 0 ? [hint(scene, ply, ids, n + 1, seat)] : [];
  });
  hints.forEach(
    (one, n) =>
      (one.again = hints.slice(0, n).filter(({ to }) => to && one.to && same(to, one.to)).length),
  );
  return hints;
}

const touched = (ply: Ply): string[] => (ply.path?.length ? ply.path : (ply.ids ?? []));

function hint(scene: Scene, ply: Ply, ids: string[], n: number, seat: number): Hint {
  const places = ids.map((id) => placeOf(scene, id)).filter((place) => place !== undefined);
  const to = places.at(-1);
  const from = places[0] && to && !same(places[0], to) ? places[0] : undefined;
  const carried = n === 1 ? pieceIn(scene, ids[0]!) : undefined;
  const travels =
    carried &&
    to &&
    placeOf(scene, ids.at(-1)!) &&
    !same(placeOf(scene, carried.id) ?? [NaN, NaN], to);
  return {
    n,
    mine: ply.seat === seat,
    ids,
    again: 0,
    ...(from && { from }),
    ...(to && { to }),
    ...(travels && { ghost: { look: carried.look, ...(carried.text && { text: carried.text }) } }),
  };
}

const same = (a: Point, b: Point): boolean => a[0] === b[0] && a[1] === b[1];

/** The position of an id on the board: the centre of its space; undefined beside the board. */
export function placeOf(scene: Scene, id: string): Point | undefined {
  const on = scene.pieces.find((piece) => piece.id === id)?.on ?? id;
  return scene.spaces.find((space) => space.id === on)?.at;
}

// What appears to be picked up: a piece, or the one on top of a space.
function pieceIn(scene: Scene, id: string): Piece | undefined {
  return scene.pieces.find((piece) => piece.id === id) ?? piecesOn(scene, id).at(-1);
}

/** An arrow as a path from one point to another, ending `gap` short of both, with its head. */
export function arrow(from: Point, to: Point, gap: number, head: number): string {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / length, dy / length];
  const cut = Math.min(gap, length / 4);
  const [ax, ay] = [from[0] + ux * cut, from[1] + uy * cut];
  const [bx, by] = [to[0] - ux * cut, to[1] - uy * cut];
  const [hx, hy] = [bx - ux * head, by - uy * head];
  const wing = head * 0.62;
  const p = (x: number, y: number): string => `${round(x)} ${round(y)}`;
  return `M${p(ax, ay)}L${p(hx, hy)}M${p(hx - uy * wing, hy + ux * wing)}L${p(bx, by)}L${p(hx + uy * wing, hy - ux * wing)}Z`;
}

const round = (x: number): number => Math.round(x * 1000) / 1000;
