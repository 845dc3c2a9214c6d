/** The text of a tip: a thing's name in both scripts, what lies there, what a click does. */
import type { Doable, Piece, Say, Scene } from "../../../api/protocol";
import { click, piecesOn, sortOf, touched } from "../../../lib/play/choose";
import { arrangeOf, isList, openVerbs } from "../../side/prompt/verbs";
import { settings } from "../../../state/settings.svelte";
import { t } from "../../../state/words.svelte";
import type { TableState } from "../../store/table.svelte";

export interface TipText {
  name: string;
  /** The name in the other script, if the reader wants both. */
  other: string;
  /** Where it lies, and what lies there. */
  lines: string[];
  /** What choosing it does, costs and risks. */
  effects: string[];
}

/** A name in kanji: not a sentence, nor a place by letter and number, which both scripts share. */
const NAME = /^[^\w\s。、]{1,16}$/u;

/** The tip of an id, brief where a lens shows the rest; undefined if the page already shows everything. */
export function tipText(
  table: TableState,
  scene: Scene,
  id: string,
  isBrief = false,
): TipText | undefined {
  const effects = effectsOf(table, scene, id);
  const sort = sortOf(scene, id);
  if (sort === "verb") {
    const isShownElsewhere =
      id in (arrangeOf(table)?.ready ?? {}) || isList(table, openVerbs(table));
    return effects.length === 0 || isShownElsewhere
      ? undefined
      : { name: "", other: "", lines: [], effects };
  }
  if (sort === "tray") {
    const tray = scene.trays?.find((one) => one.id === id);
    return tray && table.selection.next.has(id)
      ? { ...named(table, tray.label), lines: [], effects }
      : undefined;
  }
  const about = (text: Omit<TipText, "effects">): TipText => ({
    ...text,
    ...(isBrief && { lines: [] }),
    effects,
  });
  if (sort === "space") return about(ofSpace(table, scene, id));
  const piece = scene.pieces.find((one) => one.id === id);
  return piece && about(ofPiece(table, scene, piece));
}

function ofSpace(table: TableState, scene: Scene, id: string): Omit<TipText, "effects"> {
  const space = scene.spaces.find((one) => one.id === id)!;
  return { ...named(table, space.label), lines: counted(table, piecesOn(scene, id).reverse()) };
}

function ofPiece(table: TableState, scene: Scene, piece: Piece): Omit<TipText, "effects"> {
  const space = scene.spaces.find((one) => one.id === piece.on);
  // Things side by side can be pointed at one by one.
  const isPile = (space?.fan ?? "stack") === "stack";
  const beside = isPile ? piecesOn(scene, piece.on).filter((one) => one !== piece) : [];
  const lines = space ? [table.say(space.label), ...counted(table, beside.reverse())] : [];
  return { ...named(table, piece.label, piece.n), lines };
}

function named(table: TableState, label: Say, n = 1): { name: string; other: string } {
  const own = table.say(label);
  const other = table.sayIn(settings.lang === "en" ? "ja" : "en", label);
  const both = settings.lang === "en" ? settings.names !== "names" : settings.names !== "kanji";
  const isName = NAME.test(settings.lang === "en" ? other : own);
  return { name: n > 1 ? `${n} × ${own}` : own, other: both && isName ? other : "" };
}

/** The names with their numbers. */
function counted(table: TableState, pieces: readonly Piece[]): string[] {
  const found = new Map<string, number>();
  for (const piece of pieces) {
    const name = table.say(piece.label);
    found.set(name, (found.get(name) ?? 0) + (piece.n ?? 1));
  }
  return [...found].map(([name, n]) => (n > 1 ? `${n} × ${name}` : name));
}

/** The choice that a click on this thing would make now. */
function choiceOf(table: TableState, scene: Scene, id: string): Doable | undefined {
  const { choices, path } = table.selection;
  const [means, ...others] = touched(scene, choices, path, id);
  if (means === undefined || others.length > 0 || table.timeline.past) return undefined;
  const end = click(scene, choices, path, means);
  return end.to === "choice" ? end.choice : undefined;
}

function effectsOf(table: TableState, scene: Scene, id: string): string[] {
  const choice = choiceOf(table, scene, id);
  const price = choice?.price ?? table.selection.prices.get(id);
  const chance = choice?.breakdown?.chances?.[0];
  return [
    choice?.note ? table.say(choice.note) : price === undefined ? "" : t("tip.price", { n: price }),
    chance === undefined ? "" : t("sum.chance", { n: 1, percent: Math.round(chance) }),
  ].filter(Boolean);
}
