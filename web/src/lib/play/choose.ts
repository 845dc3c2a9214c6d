/**
 * From clicks to a choice. A seat is given all its legal choices, each with the path of ids to
 * click; the clicks made so far narrow them. No rule is known or computed here.
 */
import type { Doable, Piece, Breakdown, Scene, Side, Tray, View } from "../../api/protocol";

/** The choices that a path of clicks still leaves open. */
export function matching<One extends Doable>(
  choices: readonly One[],
  path: readonly string[],
): One[] {
  return choices.filter((choice) => startsWith(choice.path, path));
}

function startsWith(whole: readonly string[], start: readonly string[]): boolean {
  return start.length <= whole.length && start.every((id, n) => whole[n] === id);
}

/** The ids that can be clicked next, without duplicates, in the order of the choices. */
export function nextIds(choices: readonly Doable[], path: readonly string[]): string[] {
  const ids = matching(choices, path).map((choice) => choice.path[path.length]);
  return [...new Set(ids.filter((id) => id !== undefined))];
}

/** The choice that a path completes. */
export function complete(choices: readonly Doable[], path: readonly string[]): Doable | undefined {
  return choices.find(
    (choice) => choice.path.length === path.length && startsWith(choice.path, path),
  );
}

/** The price of each choice that one more click would complete, by the id to click. */
export function prices(choices: readonly Doable[], path: readonly string[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const choice of path.length > 0 ? matching(choices, path) : []) {
    if (choice.price === undefined || choice.path.length !== path.length + 1) continue;
    const id = choice.path.at(-1)!;
    found.set(id, Math.min(choice.price, found.get(id) ?? choice.price));
  }
  return found;
}

/** The breakdowns of the last fight, and of all choices that a path leaves open. */
export function breakdowns(
  scene: Scene | undefined,
  choices: readonly Doable[],
  path: readonly string[],
): Breakdown[] {
  return [scene, ...matching(choices, path)].flatMap((one) => one?.breakdown ?? []);
}

/** The result of a click: a longer path, a complete choice, a dropped path, or nothing legal. */
export type Click =
  | { to: "path"; path: string[] }
  | { to: "choice"; choice: Doable; path: string[] }
  | { to: "illegal"; path: string[] };

export type Sort = "space" | "tray" | "piece" | "verb";

/** The sort of thing that an id of a scene names. */
export function sortOf(scene: Scene, id: string): Sort {
  const is = (things: readonly { id: string }[] = []): boolean =>
    things.some((thing) => thing.id === id);
  if (is(scene.verbs)) return "verb";
  if (is(scene.spaces)) return "space";
  return is(scene.trays) ? "tray" : "piece";
}

/**
 * The path that a click means where it cannot continue the present one: the thing replaces an
 * earlier click of its sort, or starts a new path if it is no sort of target. Clicking a space that
 * is no target of the chosen piece asks why not, even where the space could start another path.
 * Starting over must not act yet: while something is in hand, only a verb, which says what it
 * does, and an id that takes up another thing are complete choices.
 */
export function instead(
  scene: Scene,
  choices: readonly Doable[],
  path: readonly string[],
  id: string,
): string[] | undefined {
  const sort = sortOf(scene, id);
  const targets = new Set(nextIds(choices, path).map((next) => sortOf(scene, next)));
  for (let n = path.length - 1; n >= 0; n--) {
    const fits = sort === sortOf(scene, path[n]!) || !targets.has(sort);
    if (!fits || !nextIds(choices, path.slice(0, n)).includes(id)) continue;
    const other = [...path.slice(0, n), id];
    if (n > 0 || sort === "verb" || !acts(scene, choices, other)) return other;
  }
  return undefined;
}

// True if a new path would act at once.
function acts(scene: Scene, choices: readonly Doable[], path: readonly string[]): boolean {
  const end = settle(scene, choices, [...path]);
  return end.to === "choice" && !end.choice.lifts;
}

/** Every id that can be clicked now: those that continue the path, else those that replace part of it. */
export function reach(
  scene: Scene,
  choices: readonly Doable[],
  path: readonly string[],
): Set<string> {
  const ids = path.flatMap((_, n) => nextIds(choices, path.slice(0, n)));
  return new Set(ids.filter((id) => instead(scene, choices, path, id)));
}

/** Click an id. Clicking the last one again deselects it. */
export function click(
  scene: Scene,
  choices: readonly Doable[],
  path: readonly string[],
  id: string,
): Click {
  if (nextIds(choices, path).includes(id)) return settle(scene, choices, [...path, id]);
  if (path.at(-1) === id) return { to: "path", path: path.slice(0, -1) };
  const other = instead(scene, choices, path, id);
  return other ? settle(scene, choices, other) : { to: "illegal", path: [...path, id] };
}

// Steps without a decision are taken at once: ids that all open choices share, and,
// after a verb (which says what is meant), the only choice left.
function settle(scene: Scene, choices: readonly Doable[], path: string[]): Click {
  const meant = sortOf(scene, path.at(-1)!) === "verb";
  for (;;) {
    const done = complete(choices, path);
    if (done) return { to: "choice", choice: done, path };
    const open = matching(choices, path);
    const next = nextIds(choices, path);
    if (next.length !== 1 || (open.length === 1 && !meant)) return { to: "path", path };
    path = [...path, next[0]!];
  }
}

/**
 * The id that a touch on a space means: the space, or a piece on it, whichever can be chosen.
 * If there are several, the player is asked.
 */
export function meanings(scene: Scene, space: string, next: ReadonlySet<string>): string[] {
  const pieces = piecesOn(scene, space).filter((piece) => next.has(piece.id));
  return [...(next.has(space) ? [space] : []), ...pieces.map((piece) => piece.id).reverse()];
}

/** The id that a touch on a piece means: the piece if it can be chosen, else what it lies on. */
export function meaning(scene: Scene, piece: Piece, next: ReadonlySet<string>): string {
  if (next.has(piece.id)) return piece.id;
  if (next.has(piece.on)) return piece.on;
  const beside = piecesOn(scene, piece.on).filter((other) => next.has(other.id));
  return beside.length === 1 ? beside[0]!.id : piece.id;
}

/** What a touch means: ids that continue the path come first, then those that may start another. */
export function touched(
  scene: Scene,
  choices: readonly Doable[],
  path: readonly string[],
  id: string,
): string[] {
  if (path.at(-1) === id) return [id];
  const piece = scene.pieces.find((one) => one.id === id);
  for (const open of [new Set(nextIds(choices, path)), reach(scene, choices, path)]) {
    const found = piece ? [meaning(scene, piece, open)] : meanings(scene, id, open);
    if (found.some((one) => open.has(one))) return found;
  }
  return [id];
}

/** True if a path still works in a later view: the others may have acted without affecting it. */
export function goesOn(now: View, before: View | undefined, path: readonly string[]): boolean {
  const open = (of?: View): string =>
    matching(of?.turn?.choices ?? [], path)
      .map((one) => one.do)
      .join("\n");
  return open(now) !== "" && (now.step === before?.step || open(now) === open(before));
}

/** The panels of a side, such as the two halves of an offer. */
export const panelsOf = (scene: Scene, side: Side): Tray[] =>
  (scene.trays ?? []).filter((tray) => tray.side === side.side && tray.look === "panel");

/** The pieces on a space or tray, bottom to top. */
export function piecesOn(scene: Scene, place: string): Piece[] {
  return scene.pieces.filter((piece) => piece.on === place);
}

/** What is asked for after the clicks so far: `ask.<kind>.<n>` of the kind of the open choices. */
export function askKey(choices: readonly Doable[], path: readonly string[]): string | undefined {
  const kinds = new Set(matching(choices, path).map((choice) => choice.kind));
  return kinds.size === 1 && path.length > 0 ? `ask.${[...kinds][0]}.${path.length}` : undefined;
}
