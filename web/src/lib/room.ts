/** Places the seats around a board so that the board gets the most room. Pure arithmetic. */
import type { Piece, Scene, Side, Tray } from "../api/protocol";

export interface Room {
  w: number;
  h: number;
}

/** What must fit in the room: the board's shape, and the width of what lies before each seat. */
export interface Contents {
  aspect: number;
  own: readonly number[];
  others: readonly number[];
  /** The number of different pieces before each of the other seats. */
  kinds?: readonly number[];
}

/** Around: the other seats above the board, the user's below it. Beneath: both in one row below it. */
export type Standing = "around" | "beneath" | "beside";

export interface SeatLayout {
  standing: Standing;
  /** The width of the flank that holds the seats beside the board, in pixels. */
  flank: number;
  /** The number of other seats side by side in a row. */
  columns: number;
  /** The other seats take one line each, and open when hovered or focused. */
  folded: boolean;
  /** The rows of pieces of a folded seat; above a board it has one. */
  lines: number;
}

/** The height of a seat in one line, and the gaps, in pixels. */
const LINE = 48;
const GAP = 4;
/** The height of a row of pieces, and the padding around a seat's rows. */
const ROW = 44;
/** The height and the width of a piece of a folded seat beside the board, and the flank's padding. */
const SMALL = { h: 34, w: 36 };
const PADDING = 13;
const ROUND = 6;
/** The height of a seat with a few facts about it in a narrow flank, without its pieces. */
const HEAD = 130;
/** Approximate widths: a side's name, a piece, a like piece overlapping it, the gap between trays. */
const NAME = 100;
const PIECE = 46;
const OVERLAP = 18;
const APART = 10;
/** The narrowest and the widest flank. */
const NARROWEST = 104;
const WIDEST = 300;
/** Seats move only for a board wider by this factor: boards grow and shrink during a game. */
const ADVANTAGE = 1.05;
/** A narrower room is a phone's. */
export const PHONE = 560;
/** How much a prompt can grow on a phone. */
const SPARE = 56;

/** The best layout of the seats; `before` is the present one. */
export function seatLayout(room: Room, contents: Contents, before?: SeatLayout): SeatLayout {
  const around = stacked(room, contents, before);
  if (room.w < PHONE) return around;
  // What stays keeps an advantage; what is seen nowhere else has to be worth it.
  const worth = (one: SeatLayout): number =>
    boardWidth(roomLeft(room, contents, one), contents) *
    (one.standing === before?.standing ? ADVANTAGE : 1) *
    (one.standing === "beneath" ? 1 / ADVANTAGE : 1);
  return [around, flanking(room, contents), ...inOneRow(contents)].reduce((best, one) =>
    worth(one) > worth(best) ? one : best,
  );
}

const boardWidth = ({ w, h }: Room, { aspect }: Contents): number =>
  Math.max(1, Math.min(w, h * aspect));

const roomLeft = ({ w, h }: Room, contents: Contents, how: SeatLayout): Room =>
  how.standing === "beside"
    ? { w: w - how.flank - GAP, h }
    : { w, h: h - seatsHeight({ w, h }, contents, how) };

const whole = (width: number, room: number): number => Math.ceil(width / room) * ROW + ROUND;

function flanking({ w, h }: Room, contents: Contents): SeatLayout {
  const left = w - GAP - h * contents.aspect;
  const flank = Math.round(Math.min(WIDEST, Math.max(NARROWEST, left)));
  const seats = [...contents.own, ...contents.others];
  const high = flankHeight(seats, flank);
  const folded = contents.others.length > 1 && high > h;
  const lines = folded ? foldedLines(h, flank, contents) : 1;
  return { standing: "beside", flank, columns: 1, folded, lines };
}

/** The height of seats in a flank: a name for each, and rows of pieces. */
const flankHeight = (widths: readonly number[], flank: number): number =>
  widths.reduce((sum, width) => sum + ROW + whole(width, flank) + GAP, 0);

/** As many rows as the pieces of every folded seat need, if there is room for them; else one. */
function foldedLines(h: number, flank: number, { own, others, kinds = [] }: Contents): number {
  const each = (h - flankHeight(own, flank)) / others.length - GAP;
  const across = Math.max(1, Math.floor((flank - PADDING) / SMALL.w));
  const lines = Math.max(1, ...kinds.map((n) => Math.ceil(n / across)));
  return each >= ROW + lines * SMALL.h ? lines : 1;
}

const inOneRow = ({ own, others }: Contents): SeatLayout[] =>
  own.length === 1 && others.length === 1
    ? [{ standing: "beneath", flank: 0, columns: 1, folded: false, lines: 1 }]
    : [];

function seatsHeight({ w }: Room, { own, others }: Contents, how: SeatLayout): number {
  if (how.standing === "beneath") return whole(Math.max(...own, ...others), w / 2) + GAP;
  const rows = Math.ceil(others.length / how.columns);
  const widest = (row: number): number =>
    Math.max(...others.slice(row * how.columns, (row + 1) * how.columns));
  const high = Array.from({ length: rows }, (_, row) =>
    how.folded ? LINE : whole(widest(row), w / how.columns),
  );
  return [...high, ...own.map((width) => whole(width, w))].reduce((sum, one) => sum + one + GAP, 0);
}

function stacked(room: Room, contents: Contents, before?: SeatLayout): SeatLayout {
  const many = contents.others.length;
  const isPhone = room.w < PHONE;
  const wide: SeatLayout = {
    standing: "around",
    flank: 0,
    columns: !isPhone && many > 2 ? 2 : 1,
    folded: false,
    lines: 1,
  };
  // A folded layout opens only where it will not fold again when a prompt grows.
  const left = room.h - room.w / contents.aspect - (before?.folded ? SPARE : 0);
  if (left >= seatsHeight(room, contents, wide)) return wide;
  const columns = isPhone ? Math.max(Math.min(2, many), Math.ceil(many / 2)) : Math.max(1, many);
  const line: SeatLayout = { ...wide, columns, folded: true };
  // On a phone each gets its own line where there is room: names and pieces side by side.
  const single = { ...line, columns: 1 };
  return isPhone && left >= seatsHeight(room, contents, single) ? single : line;
}

/** Whether each different piece of some seats can be as wide as the flank that holds them. */
export const isRoomy = ({ h }: Room, { standing, flank }: SeatLayout, kinds: number[]): boolean =>
  standing === "beside" && kinds.reduce((sum, n) => sum + HEAD + n * flank, 0) <= h;

/** A box's width divided by its height. */
export const aspectOf = ({ w, h }: Room): number => w / h;

/** The number of different pieces before a side. */
export const kindsOf = (scene: Scene, side: Side): number => piecesOf(scene, side).length;

const piecesOf = (scene: Scene, side: Side): Piece[] =>
  openTrays(scene, side).flatMap((tray) => scene.pieces.filter((piece) => piece.on === tray.id));

const openTrays = (scene: Scene, side: Side): Tray[] =>
  (scene.trays ?? []).filter((one) => one.side === side.side && one.look !== "panel");

/** The width of everything before a side, with its name, in pixels. */
export function spread(scene: Scene, side: Side): number {
  const [trays, pieces] = [openTrays(scene, side), piecesOf(scene, side)];
  return (
    NAME +
    trays.length * APART +
    pieces.reduce((sum, { n = 1 }) => sum + PIECE + (n - 1) * OVERLAP, 0)
  );
}
