/** Several players on one device: whose view the page shows, and the screen between them. */
import type { View } from "../../api/protocol";
import {
  fits,
  hiddenView,
  nextSeats,
  SeenLogs,
  shouldHide,
  type Perspective,
  type Revealed,
} from "../../lib/play/hotseat";
import type { TableState } from "./table.svelte";

export class Hotseat {
  /** The seat whose view is shown. */
  revealed = $state.raw<Revealed>();
  /** True from a change of perspective until its first view arrives. */
  isBlank = $state(false);
  /** True while all look at the table together, with a spectator's view. */
  together = $state(false);
  /** Counts the changes of perspective: answers to earlier requests are dropped. */
  epoch = 0;
  readonly #table: TableState;
  readonly #seen = new SeenLogs();

  constructor(table: TableState) {
    this.#table = table;
  }

  revealedSeat = $derived.by((): number | undefined => this.revealed?.seat);
  /** The perspective that the page requests. */
  perspective = $derived.by(
    (): Perspective => this.revealed?.seat ?? (this.#table.watches ? "watch" : "curtain"),
  );
  /** The seats to which the device can be passed: those that must decide. */
  waitingSeats = $derived.by((): number[] =>
    this.#table.view?.shared ? nextSeats(this.#table.view) : [],
  );
  /** True while the screen hides the board. */
  isHidden = $derived.by(
    (): boolean =>
      this.isBlank ||
      (!this.revealed && !this.together && !this.#table.view?.open && this.waitingSeats.length > 0),
  );

  /** Show a seat's view; without a decision to make, the player may only peek. */
  reveal = (seat: number): Promise<void> =>
    this.#switchTo({ seat, peekedAt: this.waitingSeats.includes(seat) ? undefined : 0 });

  /** Hide the board: nothing of any seat remains on the page. */
  hide = (now = this.#table.view): Promise<void> => this.#switchTo(undefined, now);

  /** Judge a view: "show" it, drop it as "foreign", or "hide" the board because of it. */
  judge(view: View): "show" | "foreign" | "hide" {
    if (!fits(view, this.revealed?.seat)) return "foreign";
    if (this.revealed?.peekedAt === 0) this.revealed = { ...this.revealed, peekedAt: view.version };
    const { revealed } = this;
    const hides = revealed && (shouldHide(view, revealed) || !view.seats[revealed.seat]?.you);
    return hides ? "hide" : "show";
  }

  /** The version after which news is requested when the connection is back. */
  since = (): number | undefined =>
    this.#seen.since(this.perspective, this.isBlank ? undefined : this.#table.view);

  async #switchTo(revealed: Revealed | undefined, now = this.#table.view): Promise<void> {
    if (!now) return;
    this.epoch++;
    // A view that arrived meanwhile counts versions of another perspective.
    if (!this.isBlank)
      this.#seen.keep(this.perspective, this.#table.view!, this.#table.timeline.log);
    this.revealed = revealed;
    this.isBlank = true;
    this.together = false;
    const log = this.#seen.log(this.perspective);
    await this.#table.onSwitch(hiddenView(now), log, this.#seen.since(this.perspective));
  }
}
