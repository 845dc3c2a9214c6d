/** How the seats stand round a board so that the board gets the most room. Pure arithmetic. */
import type { Scene, Side } from "../api/protocol";

export interface Room {
  w: number;
  h: number;
}

/** What stands in the room: the board's shape, and how wide all is that lies before each seat. */
export interface Contents {
  aspect: number;
  own: readonly number[];
  others: readonly number[];
}

export interface SeatLayout {
  /** All seats beside the board, in a flank so wide; 0 where they stand above and below it. */
  flank: number;
  /** The others side by side, so many in a row. */
  columns: number;
  /** The others take a line each, and show all they have when they are looked at. */
  folded: boolean;
}

/** What a seat in a line takes, and the gaps, in pixels. */
const LINE = 48;
const GAP = 4;
/** What a row of pieces takes, and what stands round the rows of a seat. */
const ROW = 44;
const ROUND = 6;
/** About how wide a side's name is, a piece, another of its kind over it, what parts two trays. */
const NAME = 100;
const PIECE = 46;
const OVERLAP = 18;
const APART = 10;
/** A flank is never narrower, nor wider. */
const NARROWEST = 104;
const WIDEST = 300;
/** Seats change places only for a board that is so much wider: boards grow and shrink in a game. */
const ADVANTAGE = 1.05;
/** A room that is narrower is a phone's. */
export const PHONE = 560;
/** So much a prompt grows by on a phone. */
const SPARE = 56;

/** Where the seats stand best; `before` is how they stand now. */
export function seatLayout(room: Room, contents: Contents, before?: SeatLayout): SeatLayout {
  const above = stacked(room, contents, before);
  if (room.w < PHONE) return above;
  const beside = flanking(room, contents);
  const gain =
    boardWidth(room.w - beside.flank - GAP, room.h, contents) /
    boardWidth(room.w, room.h - seatsHeight(room, contents, above), contents);
  const factor = before === undefined ? 1 : before.flank > 0 ? 1 / ADVANTAGE : ADVANTAGE;
  return gain > factor ? beside : above;
}

const boardWidth = (w: number, h: number, { aspect }: Contents): number =>
  Math.max(1, Math.min(w, h * aspect));

const whole = (width: number, room: number): number => Math.ceil(width / room) * ROW + ROUND;

function flanking({ w, h }: Room, contents: Contents): SeatLayout {
  const left = w - GAP - h * contents.aspect;
  const flank = Math.round(Math.min(WIDEST, Math.max(NARROWEST, left)));
  const seats = [...contents.own, ...contents.others];
  const high = seats.reduce((sum, width) => sum + ROW + whole(width, flank) + GAP, 0);
  return { flank, columns: 1, folded: contents.others.length > 1 && high > h };
}

function seatsHeight({ w }: Room, { own, others }: Contents, how: SeatLayout): number {
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
  const wide = { flank: 0, columns: !isPhone && many > 2 ? 2 : 1, folded: false };
  // What has been folded opens only where it will not be folded again when a prompt grows.
  const left = room.h - room.w / contents.aspect - (before?.folded ? SPARE : 0);
  if (left >= seatsHeight(room, contents, wide)) return wide;
  const columns = isPhone ? Math.max(Math.min(2, many), Math.ceil(many / 2)) : Math.max(1, many);
  const line = { flank: 0, columns, folded: true };
  // On a phone each has a line to itself where there is room for that: names and pieces side by side.
  const single = { ...line, columns: 1 };
  return isPhone && left >= seatsHeight(room, contents, single) ? single : line;
}

/** How wide a box is in shares of its height. */
export const aspectOf = ({ w, h }: Room): number => w / h;

/** How wide all is that lies before a side, with its name, in pixels. */
export function spread(scene: Scene, side: Side): number {
  const trays = (scene.trays ?? []).filter((one) => one.side === side.side && one.look !== "panel");
  const pieces = trays.flatMap((tray) => scene.pieces.filter((piece) => piece.on === tray.id));
  return (
    NAME +
    trays.length * APART +
    pieces.reduce((sum, { n = 1 }) => sum + PIECE + (n - 1) * OVERLAP, 0)
  );
}
