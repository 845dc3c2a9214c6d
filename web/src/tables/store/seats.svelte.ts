/** The user's seats, absent players, and requests to sit, leave or be replaced. */
import type { Order, OrderBody, Side, View } from "../../api/protocol";
import { bring } from "../../lib/play/dice";

export interface SeatsPort {
  readonly view: View | undefined;
  readonly revealedSeat: number | undefined;
  /** Send something; true if it was done. */
  post<What extends Order>(what: What, body: OrderBody<What>): Promise<boolean>;
  /** Add a nonce to the dice; the answer is a new view. */
  postNonce(nonce: string): Promise<View | undefined>;
}

export class Seats {
  /** Seats whose players have been absent too long; a bot may take over. */
  absent = $state.raw<readonly number[]>([]);
  /** The seat about to be given to a bot, or given up. */
  handover = $state.raw<{ seat: number; to: "bot" | "nobody" }>();
  readonly #port: SeatsPort;
  #isBringing = false;

  constructor(port: SeatsPort) {
    this.#port = port;
  }

  /** The user's seats. */
  mine = $derived.by((): number[] =>
    (this.#port.view?.seats ?? []).flatMap((seat, n) => (seat.you ? [n] : [])),
  );
  /** Those of them that no bot plays. */
  played = $derived.by((): number[] =>
    this.mine.filter((seat) => !this.#port.view!.seats[seat]!.bot),
  );
  watching = $derived.by((): boolean => this.#port.view !== undefined && this.mine.length === 0);

  /** The seat before which the user sits at the board; the first one if the user watches, or plays several. */
  get near(): number {
    return this.#port.revealedSeat ?? (this.mine.length === 1 ? this.mine[0]! : 0);
  }
  /** Whether the user sits before a side and plays it. */
  isNear = (side: Side): boolean => side.seat === this.near && this.mine.includes(this.near);

  /** The user's seat that an order is for: the one to act, else the one shown. */
  get own(): number {
    return (
      this.#port.view!.turn?.seat ?? this.#port.revealedSeat ?? this.played[0] ?? this.mine[0]!
    );
  }

  sit = (seat: number): Promise<boolean> =>
    this.#port.post("sit", { seat, nonce: this.#nonce(this.#port.view!) });
  putBot = (seat: number, bot: string): Promise<boolean> => this.#port.post("sit", { seat, bot });
  /** Decline a seat reserved for the user, or open a seat that the user reserved. */
  decline = (seat: number): Promise<boolean> => this.#port.post("decline", { seat });
  stand = (seat: number): Promise<boolean> => this.#port.post("stand", { seat });

  /** Replace a player who has not come to the next game: by a bot, or by opening the seat. */
  replace = (seat: number, bot?: string): Promise<boolean> =>
    this.#port.post("replace", { seat, bot });

  /** Ask for a seat that was given up. */
  ask = (seat: number): Promise<boolean> => this.#port.post("ask", { seat });
  /** Accept or decline someone's request for a seat; or withdraw the user's own request. */
  answer = (n: number, agree: boolean): Promise<boolean> =>
    this.#port.post("ask/answer", { n, agree });

  /** Let a bot play a seat. */
  substitute = (seat: number, bot: string): Promise<boolean> =>
    this.#port.post("substitute", { seat, bot });
  /** Take the user's seat back from a bot. */
  takeBack = (seat: number): Promise<boolean> => this.#port.post("return", { seat });
  giveUp = (seat: number): Promise<boolean> => this.#port.post("leave", { seat });

  /** The commitment of the dice has arrived: add this browser's nonce if the game waits for it. */
  async bringNonce(view: View): Promise<View | undefined> {
    const isDue = view.dice.must_act?.some((seat) => view.seats[seat]?.you);
    if (this.#isBringing || !isDue) return undefined;
    this.#isBringing = true;
    try {
      return await this.#port.postNonce(this.#nonce(view));
    } finally {
      this.#isBringing = false;
    }
  }

  #nonce = (view: View): string => bring(view.id, view.dice.commit).nonce;
}
