/** Who sits where: what is posted for that, and the nonce that each browser brings to the dice. */
import { api } from "../api/client";
import { bring } from "../lib/dice";
import type { View } from "../api/protocol";
import { attempt } from "./notices.svelte";
import type { TableState } from "./table.svelte";

export class SeatOrders {
  readonly #table: TableState;
  #bringing = false;

  constructor(table: TableState) {
    this.#table = table;
  }

  sit = (seat: number): Promise<boolean> =>
    this.#table.post("sit", { seat, nonce: this.#nonce(this.#table.view!) });
  putBot = (seat: number, bot: string): Promise<boolean> => this.#table.post("sit", { seat, bot });
  stand = (seat: number): Promise<boolean> => this.#table.post("stand", { seat });
  /** Ask for a seat that was given up; let somebody have one, or not, or withdraw the own request. */
  ask = (seat: number): Promise<boolean> => this.#table.post("ask", { seat });
  answer = (n: number, agree: boolean): Promise<boolean> =>
    this.#table.post("ask/answer", { n, agree });
  /** Let a bot play a seat; take the own one back from it; give the own one up. */
  substitute = (seat: number, bot: string): Promise<boolean> =>
    this.#table.post("substitute", { seat, bot });
  takeBack = (seat: number): Promise<boolean> => this.#table.post("return", { seat });
  giveUp = (seat: number): Promise<boolean> => this.#table.post("leave", { seat });

  /** The commitment has been seen: this browser adds its nonce where the game waits for it. */
  async bringNonce(view: View): Promise<View | undefined> {
    if (this.#bringing || !view.dice.awaited?.some((seat) => view.seats[seat]?.you))
      return undefined;
    this.#bringing = true;
    try {
      return await attempt(
        api.do(view.id, "nonce", { nonce: this.#nonce(view) }, this.#table.eyes),
      );
    } finally {
      this.#bringing = false;
    }
  }

  #nonce = (view: View): string => bring(view.id, view.dice.commit).nonce;
}
