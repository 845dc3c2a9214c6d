/** Continues automatically where the seat has nothing else to decide. */
import type { Passing as Way } from "../../api/protocol";
import { store, stored } from "../../lib/storage";
import { drawn, readTimes, withTime } from "../../lib/play/pace";
import { settings } from "../../state/settings.svelte";
import type { TableState } from "./table.svelte";

/** The time to notice that everything is done, in milliseconds. */
const SEEN = 900;
/** The time to undo the last action. */
const GRACE = 3500;
const KEY = "honjin.pace";

export class Passing {
  /** The page continues after `ms` milliseconds in all, of which `gone` have passed. */
  pending = $state.raw<{ ms: number; gone: number }>();
  /** True from the player's "wait" until the seat has continued. */
  isHeld = $state(false);
  #isVisible = $state(!document.hidden);
  readonly #table: TableState;
  /** When the seat was first asked, and when it continues. */
  #asked: number | undefined;
  #due: { at: number; ms: number } | undefined;

  constructor(table: TableState) {
    this.#table = table;
  }

  /** The action with which the shown seat could continue. */
  get #way(): Way | undefined {
    const { view } = this.#table;
    return view?.status === "running" ? view.turn?.passing : undefined;
  }

  /** True if the player sees the present, and no action is under way. */
  get #isReady(): boolean {
    const { timeline, selection, hotseat, orders } = this.#table;
    const { path, question, unconfirmed } = selection;
    const isIdle = path.length === 0 && question.length === 0 && !unconfirmed && !orders.busy;
    const { past, revealing, isCaughtUp } = timeline;
    return isIdle && isCaughtUp && !past && !revealing && !hotseat.isHidden;
  }

  /** To be called in an effect: runs the timer as long as there is nothing else to decide. */
  follow(): () => void {
    const see = (): void => void (this.#isVisible = !document.hidden);
    document.addEventListener("visibilitychange", see);
    const stop = this.#begin();
    return () => {
      document.removeEventListener("visibilitychange", see);
      stop?.();
    };
  }

  #begin(): (() => void) | undefined {
    const way = this.#way;
    const asks = settings.get("passing") === "ask";
    if (!way) this.#forget();
    else this.#asked ??= performance.now();
    if (!way?.idle || asks || this.isHeld || !this.#isReady || !this.#isVisible) {
      this.pending = this.#due = undefined;
      return undefined;
    }
    const now = performance.now();
    // Another view, such as someone's new offer, does not restart the wait.
    this.#due ??= this.#wait(way, now);
    const left = Math.max(0, this.#due.at - now);
    this.pending = { ms: this.#due.ms, gone: this.#due.ms - left };
    const timer = setTimeout(() => void this.#table.goOn(way.do), left);
    return () => clearTimeout(timer);
  }

  #wait(way: Way, now: number): { at: number; ms: number } {
    const ms =
      way.idle === "hidden" ? drawn(this.#times()) : this.#table.view?.can.back ? GRACE : SEEN;
    return { at: now + ms, ms };
  }

  #forget(): void {
    this.#asked = this.#due = undefined;
    this.isHeld = false;
  }

  /** Do not continue; the player will. */
  hold = (): void => void (this.isHeld = true);

  /** The player, or the page, acts. */
  onAct(text: string): void {
    const way = this.#way;
    if (!way) return;
    if (text !== way.do) return void (this.isHeld = way.idle !== undefined);
    if (!way.idle && this.#asked !== undefined) this.#note(performance.now() - this.#asked);
    this.#forget();
  }

  // ---------------------------------------------------------------- the player's pace

  get #game(): string {
    return this.#table.view?.game ?? "";
  }

  #times(): number[] {
    return readTimes(stored(KEY))[this.#game] ?? [];
  }

  #note(time: number): void {
    const all = readTimes(stored(KEY));
    const times = withTime(this.#times(), time);
    store(KEY, JSON.stringify({ ...all, [this.#game]: times }));
  }
}
