/** Continues automatically where the seat has nothing else to decide. */
import type { Passing as Way } from "../../api/protocol";
import { store, stored } from "../../lib/storage";
import { drawn, readTimes, withTime } from "../../lib/play/pace";

export interface PassingPort {
  /** The action with which the shown seat could continue. */
  readonly way: Way | undefined;
  readonly game: string;
  /** True if an action could still be undone, and continuing would end that. */
  readonly canBack: boolean;
  /** True if the player sees the present, and no action is under way. */
  readonly isReady: boolean;
  /** True if the player wants to be asked each time. */
  readonly asks: boolean;
  goOn(text: string): void;
}

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
  readonly #port: PassingPort;
  /** When the seat was first asked, and when it continues. */
  #asked: number | undefined;
  #due: { at: number; ms: number } | undefined;

  constructor(port: PassingPort) {
    this.#port = port;
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
    const { way, isReady, asks } = this.#port;
    if (!way) this.#forget();
    else this.#asked ??= performance.now();
    if (!way?.idle || asks || this.isHeld || !isReady || !this.#isVisible) {
      this.pending = this.#due = undefined;
      return undefined;
    }
    const now = performance.now();
    // Another view, such as someone's new offer, does not restart the wait.
    this.#due ??= this.#wait(way, now);
    const left = Math.max(0, this.#due.at - now);
    this.pending = { ms: this.#due.ms, gone: this.#due.ms - left };
    const timer = setTimeout(() => this.#port.goOn(way.do), left);
    return () => clearTimeout(timer);
  }

  #wait(way: Way, now: number): { at: number; ms: number } {
    const ms = way.idle === "hidden" ? drawn(this.#times()) : this.#port.canBack ? GRACE : SEEN;
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
    const { way } = this.#port;
    if (!way) return;
    if (text !== way.do) return void (this.isHeld = way.idle !== undefined);
    if (!way.idle && this.#asked !== undefined) this.#note(performance.now() - this.#asked);
    this.#forget();
  }

  // ---------------------------------------------------------------- the player's pace

  #times(): number[] {
    return readTimes(stored(KEY))[this.#port.game] ?? [];
  }

  #note(time: number): void {
    const all = readTimes(stored(KEY));
    const times = withTime(this.#times(), time);
    store(KEY, JSON.stringify({ ...all, [this.#port.game]: times }));
  }
}
