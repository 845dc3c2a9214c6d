/** A seat's clock as it is shown: read again each time its reading changes. */
import type { Control, SeatClock } from "../../api/protocol";
import { leftOf, nextChange, type Left } from "../../lib/play/clock";
import type { ClockStore } from "../store/clocks.svelte";

/** How often a clock is read while its free time runs; in milliseconds. */
const HEAD_WAIT = 250;

export class Reading {
  readonly #clocks: ClockStore;
  readonly #seat: () => number;
  /** The server's time when the clock was last read. */
  #now = $state(0);

  /** Follows the clock of a seat for as long as the component that creates it. */
  constructor(clocks: ClockStore, seat: () => number) {
    this.#clocks = clocks;
    this.#seat = seat;
    $effect(() => this.#follow());
  }

  get clock(): SeatClock {
    return this.#clocks.told!.seats[this.#seat()]!;
  }
  get time(): Control {
    return this.#clocks.told!.time;
  }

  shown = $derived.by((): Left => {
    const now = Math.max(this.#now, this.#clocks.told!.now!);
    return leftOf(this.clock, this.time, now);
  });

  // Waits for a frame as well, so that nothing is read while the page is hidden.
  #follow(): () => void {
    const { clock, time } = this;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let frame = 0;
    const look = (): void => {
      const now = this.#clocks.now();
      this.#now = now;
      const { head, left, runs } = leftOf(clock, time, now);
      const wait = head > 0 ? HEAD_WAIT : nextChange(left, !time.days);
      if (runs && left > 0) timer = setTimeout(() => (frame = requestAnimationFrame(look)), wait);
    };
    look();
    return () => {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
    };
  }
}
