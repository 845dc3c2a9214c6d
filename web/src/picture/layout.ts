/** Places the parts of a picture: the board, the title, the sides with their pieces. Pure geometry. */
import type { Piece, Scene, Side } from "../api/protocol";
import { piecesOn } from "../lib/play/choose";
import type { Box } from "../lib/layout";

export interface Frame {
  board: Box;
  title: Box;
  sides: Box[];
}

/** One drawing of a piece in a tray: the corner and the edge of its square. */
export interface Laid {
  piece: Piece;
  x: number;
  y: number;
  edge: number;
}

const MARGIN = 30;
const COLUMN = 344;
const GAP = 12;

/** The frame in which a board with this ratio of width to height is largest. */
export function frame(width: number, height: number, ratio: number, sides: number): Frame {
  const frames = [beside(width, height, sides), below(width, height, sides)];
  const size = ({ board }: Frame): number => Math.min(board.w / ratio, board.h);
  return frames.reduce((best, one) => (size(one) > 1.08 * size(best) ? one : best));
}

function beside(width: number, height: number, sides: number): Frame {
  const x = width - MARGIN - COLUMN;
  const board = { x: MARGIN, y: MARGIN, w: x - 2 * MARGIN + 6, h: height - 2 * MARGIN };
  const title = { x, y: MARGIN, w: COLUMN, h: 110 };
  const top = title.y + title.h + GAP;
  const each = Math.min(172, (height - MARGIN - top - GAP * (sides - 1)) / sides);
  return {
    board,
    title,
    sides: range(sides).map((n) => ({ x, y: top + n * (each + GAP), w: COLUMN, h: each })),
  };
}

function below(width: number, height: number, sides: number): Frame {
  const inner = width - 2 * MARGIN;
  const rows = sides > 3 ? 2 : 1;
  const inRow = Math.ceil(sides / rows);
  const w = (inner - GAP * (inRow - 1)) / inRow;
  const h = rows > 1 ? 84 : 116;
  const title = { x: MARGIN, y: MARGIN - 6, w: inner, h: 58 };
  const top = height - MARGIN - rows * h - GAP * (rows - 1);
  const y = title.y + title.h + GAP;
  return {
    board: { x: MARGIN, y, w: inner, h: top - y - GAP },
    title,
    sides: range(sides).map((n) => ({
      x: MARGIN + (n % inRow) * (w + GAP),
      y: top + Math.floor(n / inRow) * (h + GAP),
      w,
      h,
    })),
  };
}

const EDGES = [60, 55, 50, 46, 42, 38, 34, 30, 26, 22, 18, 14];
/** The offset between equal pieces of a fan, as a share of their edge. */
const OVERLAP = 0.42;

/** The pieces of a side's trays in rows inside a box, as large as fits. */
export function laid(scene: Scene, side: Side, box: Box): Laid[] {
  for (const edge of EDGES) {
    const rows = inRows(scene, side, box, edge);
    if (rows && rows.height <= box.h) return rows.pieces;
  }
  return inRows(scene, side, box, EDGES.at(-1)!)?.pieces ?? [];
}

function inRows(
  scene: Scene,
  side: Side,
  box: Box,
  edge: number,
): { pieces: Laid[]; height: number } | undefined {
  const pieces: Laid[] = [];
  let [x, y] = [box.x, box.y];
  for (const tray of (scene.trays ?? []).filter((one) => one.side === side.side)) {
    const onTray = piecesOn(scene, tray.id);
    for (const piece of onTray) {
      for (const n of range(piece.n ?? 1)) {
        const isOver = n > 0 && tray.look === "fan";
        if (isOver) x -= edge * (1.06 - OVERLAP);
        if (x + edge > box.x + box.w + 0.5) [x, y] = [box.x, y + edge * 1.06];
        pieces.push({ piece, x, y, edge });
        x += edge * 1.06;
      }
    }
    if (onTray.length > 0) x += edge * 0.22;
  }
  return pieces.length > 0 ? { pieces, height: y + edge - box.y } : undefined;
}

const NARROW = /[ijltfrI1.,:;'’|!()[\]·\s-]/;
const BROAD = /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uff60\u{1f000}-\u{3ffff}]/u;

const widthOf = (mark: string): number =>
  BROAD.test(mark) ? 1 : NARROW.test(mark) ? 0.32 : /[A-ZmwMW@%]/.test(mark) ? 0.74 : 0.56;

/** The approximate width of a string, as a share of its size: nothing here can measure it. */
export const lengthOf = (text: string): number =>
  [...text].reduce((sum, mark) => sum + widthOf(mark), 0);

/** A string cut with an ellipsis to fit a width. */
export function fitting(text: string, size: number, width: number): string {
  let left = width / size - widthOf("…");
  let fits = "";
  for (const mark of text) {
    left -= widthOf(mark);
    if (left < 0) return lengthOf(text) * size <= width ? text : `${fits.trimEnd()}…`;
    fits += mark;
  }
  return text;
}

/** A title on one line if it fits, else on two, divided between words. */
export function lines(text: string, size: number, width: number): string[] {
  if (lengthOf(text) * size <= width) return [text];
  const words = text.split(" ");
  let first = "";
  while (words.length > 0 && lengthOf(`${first} ${words[0]!}`.trim()) * size <= width)
    first = `${first} ${words.shift()!}`.trim();
  if (first === "") return [fitting(text, size, width)];
  return words.length === 0 ? [first] : [first, fitting(words.join(" "), size, width)];
}

const range = (count: number): number[] => Array.from({ length: count }, (_, n) => n);
