/** The user's seats, absent players, and requests to sit, leave or be replaced. */
import { api } from "../../api/client";
import type { Side, View } from "../../api/protocol";
import { bring } from "../../lib/play/dice";
import { attempt } from "../../state/notices.svelte";
import type { TableState } from "./table.svelte";

export class Seats {
  /** Seats whose players have been absent too long; a bot may take over. */
  absent = $state.raw<readonly number[]>([]);
  /** The seat about to be given to a bot, or given up. */
  handover = $state.raw<{ seat: number; to: "bot" | "nobody" }>();
  readonly #table: TableState;
  #isBringing = false;

  constructor(table: TableState) {
    this.#table = table;
  }

  /** The user's seats. */
  mine = $derived.by((): number[] =>
    (this.#table.view?.seats ?? []).flatMap((seat, n) => (seat.you ? [n] : [])),
  );
  /** Those of them that no bot plays. */
  played = $derived.by((): number[] =>
    this.mine.filter((seat) => !this.#table.view!.seats[seat]!.bot),
  );
  watching = $derived.by((): boolean => this.#table.view !== undefined && this.mine.length === 0);

  /** The seat before which the user sits at the board; the first one if the user watches, or plays several. */
  get near(): number {
    return this.#table.hotseat.revealedSeat ?? (this.mine.length === 1 ? this.mine[0]! : 0);
  }
  /** Whether the user sits before a side and plays it. */
  isNear = (side: Side): boolean => side.seat === this.near && this.mine.includes(this.near);

  /** The user's seat that an order is for: the one to act, else the one shown. */
  get own(): number {
    return (
      this.#table.view!.turn?.seat ??
      this.#table.hotseat.revealedSeat ??
      this.played[0] ??
      this.mine[0]!
    );
  }

  sit = (seat: number): Promise<boolean> =>
    this.#table.orders.post("sit", { seat, nonce: this.#nonce(this.#table.view!) });
  putBot = (seat: number, bot: string): Promise<boolean> =>
    this.#table.orders.post("sit", { seat, bot });
  /** Decline a seat reserved for the user, or open a seat that the user reserved. */
  decline = (seat: number): Promise<boolean> => this.#table.orders.post("decline", { seat });
  stand = (seat: number): Promise<boolean> => this.#table.orders.post("stand", { seat });

  /** Replace a player who has not come to the next game: by a bot, or by opening the seat. */
  replace = (seat: number, bot?: string): Promise<boolean> =>
    this.#table.orders.post("replace", { seat, bot });

  /** Ask for a seat that was given up. */
  ask = (seat: number): Promise<boolean> => this.#table.orders.post("ask", { seat });
  /** Accept or decline someone's request for a seat; or withdraw the user's own request. */
  answer = (n: number, agree: boolean): Promise<boolean> =>
    this.#table.orders.post("ask/answer", { n, agree });

  /** Let a bot play a seat. */
  substitute = (seat: number, bot: string): Promise<boolean> =>
    this.#table.orders.post("substitute", { seat, bot });
  /** Take the user's seat back from a bot. */
  takeBack = (seat: number): Promise<boolean> => this.#table.orders.post("return", { seat });
  giveUp = (seat: number): Promise<boolean> => this.#table.orders.post("leave", { seat });

  /** The commitment of the dice has arrived: add this browser's nonce if the game waits for it. */
  async bringNonce(view: View): Promise<View | undefined> {
    const isDue = view.dice.must_act?.some((seat) => view.seats[seat]?.you);
    if (this.#isBringing || !isDue) return undefined;
    this.#isBringing = true;
    try {
      return await attempt(
        api.do(view.id, "nonce", { nonce: this.#nonce(view) }, this.#table.hotseat.perspective),
      );
    } finally {
      this.#isBringing = false;
    }
  }

  #nonce = (view: View): string => bring(view.id, view.dice.commit).nonce;
}
