/** The marks of a space or a piece, and how they are spoken. */
import { piecesOn } from "../../lib/play/choose";
import type { Piece, Scene, Space, Tray } from "../../api/protocol";
import type { TableState } from "../store/table.svelte";
import { t } from "../../state/words.svelte";

export interface Marks {
  can: boolean;
  target: boolean;
  ahead: boolean;
  picked: boolean;
  last: boolean;
  lit: boolean;
  spot: boolean;
  hinted: boolean;
}

/** The marks of an id. `can` begins a path, `target` continues one. */
export function marksOf(table: TableState, id: string): Marks {
  const next = table.selection.next.has(id);
  return {
    can: next && table.selection.path.length === 0,
    target: next && table.selection.path.length > 0,
    ahead: table.selection.ahead.has(id),
    picked: table.selection.path.includes(id),
    last: table.timeline.lastIds.has(id),
    lit: table.timeline.lit.has(id),
    spot: table.selection.spot.includes(id),
    hinted: table.hinted.has(id),
  };
}

/** A space, what lies on it from the top, and what can be done with it, as one sentence. */
export function spokenSpace(table: TableState, scene: Scene, space: Space): string {
  const [top, ...under] = piecesOn(scene, space.id).reverse();
  const parts = [table.say(space.label)];
  if (!space.ghost) parts.push(top ? spokenName(table, top) : t("turn.empty"));
  if (under.length > 0)
    parts.push(t("turn.bottom", { names: under.map((piece) => spokenName(table, piece)) }));
  return withState(table, parts.join(", "), [
    space.id,
    ...piecesOn(scene, space.id).map((piece) => piece.id),
  ]);
}

/** A piece, its number, and what can be done with it. */
export function spokenPiece(table: TableState, piece: Piece): string {
  return withState(table, spokenName(table, piece), [piece.id]);
}

/** A tray that can be chosen as a whole. */
export const spokenTray = (table: TableState, tray: Tray): string =>
  withState(table, table.say(tray.label), [tray.id]);

function spokenName(table: TableState, piece: Piece): string {
  const name = table.say(piece.label);
  return (piece.n ?? 1) > 1 ? `${name} × ${piece.n}` : name;
}

function withState(table: TableState, text: string, ids: string[]): string {
  const states = [];
  if (ids.some((id) => table.selection.path.includes(id))) states.push(t("turn.picked"));
  if (ids.some((id) => table.selection.next.has(id))) states.push(t("turn.can"));
  return states.length > 0 ? `${text}; ${states.join(", ")}` : text;
}
