/** The clocks of a table as last received, and when the user should be warned. */
import type { Clocks, View } from "../../api/protocol";
import { DAY, HOUR, leftOf, SECOND, totalOf, type Left } from "../../lib/play/clock";
import type { TableState } from "./table.svelte";

/** The user is warned when this much is left, on live clocks and on clocks of days; in milliseconds. */
const CALLS = { live: [60 * SECOND, 30 * SECOND, 10 * SECOND], days: [DAY, HOUR] };
/** A browser's timers cannot wait longer than this. */
const LONGEST = 2 ** 31 - 1;

export class ClockStore {
  told = $state.raw<Clocks>();
  /** The user's time is running out: the time left. Each warning is a new object. */
  called = $state.raw<{ left: number }>();
  #heard = 0;
  /** Since when the user sees that a seat must act. */
  readonly #asked = new Map<number, number>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #table: TableState;
  readonly #time: () => number;

  constructor(table: TableState, time = () => performance.now()) {
    this.#table = table;
    this.#time = time;
  }

  /** A view has arrived; one sent before the latest is ignored. */
  hear({ clock }: View): void {
    if (!clock || (this.told && clock.now! < this.told.now!)) return;
    this.#heard = this.#time();
    this.told = clock;
    this.#wait();
  }

  /** The server's time. */
  now(): number {
    return this.told!.now! + this.#time() - this.#heard;
  }

  left(seat: number): Left | undefined {
    const clock = this.told?.seats[seat];
    return clock && leftOf(clock, this.told!.time, this.now());
  }

  /** A view is shown: until now the page may have shown what others did before. */
  show(view: View): void {
    for (const seat of this.#asked.keys())
      if (!view.must_act.includes(seat)) this.#asked.delete(seat);
    for (const seat of view.must_act)
      if (!this.#asked.has(seat)) this.#asked.set(seat, this.#time());
  }

  /**
   * How long the user could have acted while a seat's clock ran, so that neither the network's time is
   * charged nor that in which the page showed what others did.
   */
  spent(seat: number): number | undefined {
    const since = this.told?.seats[seat]?.since ?? 0;
    if (!since || this.told!.time.days) return undefined;
    const seen = this.#time() - (this.#asked.get(seat) ?? -Infinity);
    return Math.max(0, Math.round(Math.min(seen, this.now() - since)));
  }

  leave(): void {
    clearTimeout(this.#timer);
  }

  // Of several seats of the user, the one with the least time is warned about.
  #rest(): number {
    const own = this.#table.seats.played.map((seat) => this.left(seat)).filter((one) => one?.runs);
    return Math.min(...own.map((one) => totalOf(one!, this.told!.time)));
  }

  #wait(): void {
    clearTimeout(this.#timer);
    const rest = this.#rest();
    const calls = CALLS[this.told!.time.days ? "days" : "live"];
    const next = calls.find((call) => call < rest);
    if (next === undefined || rest === Infinity || rest - next > LONGEST) return;
    this.#timer = setTimeout(() => this.#call(next), rest - next);
  }

  // A page that was asleep is late: less may be left by now, or nothing.
  #call(planned: number): void {
    const left = Math.min(planned, this.#rest());
    if (left > 0) this.called = { left };
    this.#wait();
  }
}
