/** Several players on one device: whose view is shown, and when the screen between them hides it. */
import type { LogLine, Scene, View } from "../../api/protocol";

/** Whose view is requested: a seat's, what may be seen before one is revealed, or a spectator's. */
export type Perspective = number | "curtain" | "watch"; // the server's names for them

/** The user's seats that the table waits for and no bot plays, in order. */
export const nextSeats = (view: View): number[] =>
  view.must_act.filter((seat) => view.seats[seat]!.you && !view.seats[seat]!.bot);

/** True if a view may be shown while this seat, or none, is revealed. */
export function fits(view: View, revealedSeat: number | undefined): boolean {
  return view.shared ? (view.viewer ?? undefined) === revealedSeat : true;
}

/** True if a view is older than another; in games with secrets each seat counts its own versions. */
export function isOlder(view: View, than: View | undefined): boolean {
  if (!than || ((view.shared || than.shared) && view.viewer !== than.viewer)) return false;
  return view.version < than.version;
}

/**
 * The seat whose view is shown. A player who has nothing to decide may peek: `peekedAt` is the
 * version at which that began (0: the first version that arrives).
 */
export interface Revealed {
  seat: number;
  peekedAt?: number | undefined;
}

/** True if a seat's view must be hidden: it has acted and another must, or nothing is secret any more. */
export function shouldHide(view: View, { seat, peekedAt }: Revealed): boolean {
  if (!view.shared) return false;
  if (view.must_act.includes(seat) && !view.seats[seat]?.bot) return view.open === true;
  return peekedAt !== view.version && nextSeats(view).length > 0;
}

/** What each perspective has received on this device, so that later only news is requested. */
export class SeenLogs {
  readonly #seen = new Map<Perspective, { version: number; log: LogLine[] }>();

  keep(perspective: Perspective, view: View, log: LogLine[]): void {
    this.#seen.set(perspective, { version: view.version, log });
  }

  log = (perspective: Perspective): LogLine[] => this.#seen.get(perspective)?.log ?? [];

  /** The version up to which the log is known: that of the view shown, if any. */
  since = (perspective: Perspective, shown?: View): number | undefined =>
    (shown ?? this.#seen.get(perspective))?.version;
}

/** What remains of a view when it is hidden: who sits there, and whom the table waits for. */
export function hiddenView(view: View): View {
  const { turn: _turn, takeback: _takeback, ...rest } = view;
  return {
    ...rest,
    can: {},
    open: false,
    log: { start: 0, lines: [] },
    scene: emptied(view.scene),
  };
}

const emptied = (scene: Scene): Scene => ({
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
 * True if an answer still belongs to what is shown, given the view at the time of the request.
 * Each perspective counts its own versions, and an open table has no seat's perspective.
 */
export function isCurrent(version: number, now: View, asked: View): boolean {
  return (
    now.version === asked.version &&
    (asked.viewer !== asked.turn?.seat || version === asked.version)
  );
}
