/** The sounds of changes on a board. */
import type { Piece, Scene } from "../api/protocol";
import { changes, type Changes } from "../lib/travel";
import type { Material, Materials } from "../skins/skin";
import type { Voice } from "./voices";

/** A sound, and when it plays, in seconds from now. */
export interface Cue {
  voice: Voice;
  after: number;
}

/** The most sounds of one material at once; a whole setup need not sound each piece. */
const MOST = 3;
const APART = 0.085;
const ORDER: Material[] = ["dice", "wood", "paper", "coin"];

/** The sounds of a change from one scene to the next, dice first. */
export function cuesOf(materials: Materials, before: Scene, after: Scene): Cue[] {
  const made = (look: string): Material | undefined =>
    materials.find(([looks]) => looks.test(look))?.[1];
  const what = changes(before, after);
  const heard = [
    ...[...what.spaces, ...what.pieces].map(({ look }) => carried(made(look))),
    ...come(what, before, after).map(made),
    ...recounted(before, after).map(made).filter(isCoin),
  ];
  const cues: Cue[] = [];
  for (const voice of ORDER) {
    const most = voice === "dice" ? 1 : MOST;
    const n = Math.min(most, heard.filter((one) => one === voice).length);
    for (let i = 0; i < n; i++) cues.push({ voice, after: cues.length * APART });
  }
  return cues;
}

// A die that is set down is a small block; it sounds as dice only when it shows another face.
const carried = (material: Material | undefined): Material | undefined =>
  material === "dice" ? "wood" : material;
const isCoin = (material: Material | undefined): boolean => material === "coin";

// The looks of what has come or turned over, and of spaces that have changed.
function come({ arrived, turned }: Changes, before: Scene, after: Scene): string[] {
  const looks = new Map(after.pieces.map(({ id, look }) => [id, look]));
  const old = new Map(before.spaces.map(({ id, look }) => [id, look]));
  const pieces = [...arrived, ...turned].map((key) =>
    looks.get(key.slice(0, key.lastIndexOf("#"))),
  );
  const spaces = after.spaces
    .filter(({ id, look, ghost }) => !ghost && old.has(id) && old.get(id) !== look)
    .map(({ look }) => look);
  return [...pieces.filter((look) => look !== undefined), ...spaces];
}

// A heap is one thing on the board; its text is its size.
function recounted(before: Scene, after: Scene): string[] {
  const old = new Map(before.pieces.map((piece) => [piece.id, piece]));
  const differs = (now: Piece): boolean => {
    const then = old.get(now.id);
    return then?.look === now.look && then.text !== now.text;
  };
  return after.pieces.filter(differs).map(({ look }) => look);
}
