/** People at one device: whose turn it is behind the curtain, and when it falls. */
import type { LogLine, Scene, View } from "../api/protocol";

/** Whose eyes are asked for: a seat's, or what may be seen before one is named. */
export type Eyes = number | "curtain";

/** One's own seats that the table waits for and that no bot plays, in their order. */
export const nextSeats = (view: View): number[] =>
  view.awaited.filter((seat) => view.seats[seat]!.you && !view.seats[seat]!.bot);

/** Whether a view may be shown while the curtain of a seat is lifted, or of none. */
export function fits(view: View, lifted: number | undefined): boolean {
  return view.shared ? (view.viewer ?? undefined) === lifted : true;
}

/** Whether a view is older than another; where secrets are kept each seat counts versions for itself. */
export function isOlder(view: View, than: View | undefined): boolean {
  if (!than || ((view.shared || than.shared) && view.viewer !== than.viewer)) return false;
  return view.version < than.version;
}

/** A seat whose curtain is lifted; who only looks has nothing to decide, at a version (0: the first that comes). */
export interface Lifted {
  seat: number;
  looks?: number;
}

/** Whether the curtain falls: the seat has acted and another is to, or nothing is secret any more. */
export function falls(view: View, { seat, looks }: Lifted): boolean {
  if (!view.shared) return false;
  if (view.awaited.includes(seat) && !view.seats[seat]?.bot) return view.open === true;
  return looks !== view.version && nextSeats(view).length > 0;
}

/** What each pair of eyes has been told at this device, so that only what is new is sent when it is back. */
export class Told {
  readonly #kept = new Map<Eyes, { version: number; log: LogLine[] }>();

  keep(eyes: Eyes, view: View, log: LogLine[]): void {
    this.#kept.set(eyes, { version: view.version, log });
  }

  log = (eyes: Eyes): LogLine[] => this.#kept.get(eyes)?.log ?? [];
  /** The version of which the log is at hand: that of the view shown, if there is one. */
  since = (eyes: Eyes, shown?: View): number | undefined =>
    (shown ?? this.#kept.get(eyes))?.version;
}

/** What is left of a view when the curtain falls: who sits there, and whom the table waits for. */
export function veiled(view: View): View {
  const { turn: _turn, takeback: _takeback, ...rest } = view;
  return { ...rest, can: {}, open: false, log: { start: 0 }, scene: empty(view.scene) };
}

const empty = (scene: Scene): Scene => ({
  ...scene,
  spaces: [],
  pieces: [],
  trays: [],
  verbs: [],
  decor: [],
  lit: [],
  sides: scene.sides.map(({ facts: _facts, ...side }) => side),
});

/**
 * Whether what was asked for a seat when `asked` was shown belongs to what is shown now. Each pair of
 * eyes counts versions for itself, and on an open table the page sees with nobody's.
 */
export function answers(version: number, now: View, asked: View): boolean {
  return (
    now.version === asked.version &&
    (asked.viewer !== asked.turn?.seat || version === asked.version)
  );
}
