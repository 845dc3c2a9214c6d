/** An action that is chosen while others act. It stays in this browser until the seat's turn comes. */
import type { Ahead, Doable, Turn, View } from "../../api/protocol";

export interface PlanPort {
  readonly view: View | undefined;
  /** The seat that plans, where it waits for others and its game allows it. */
  readonly seat: number | undefined;
  ask(seat: number): Promise<Ahead | undefined>;
  act(choice: Doable): Promise<unknown>;
  /** Mark on the board what an action is about. */
  point(ids: readonly string[]): void;
  /** The planned action cannot be done any more. */
  onLost(): void;
}

export class Plan {
  /** What could be done if the turn came now; only while something is being planned. */
  turn = $state.raw<Turn>();
  /** What will be done. */
  chosen = $state.raw<Doable>();
  readonly #port: PlanPort;

  constructor(port: PlanPort) {
    this.#port = port;
  }

  isPossible = $derived.by(() => this.#port.seat !== undefined);

  /** Begin to plan, or choose anew. */
  begin = async (): Promise<void> => {
    this.#forget();
    await this.#load();
  };

  /** Think no more of it. */
  drop = (): void => {
    this.turn = undefined;
    this.#forget();
  };

  choose(choice: Doable): void {
    this.chosen = choice;
    this.turn = undefined;
    this.#port.point(choice.path);
  }

  #forget(): void {
    if (this.chosen) this.#port.point([]);
    this.chosen = undefined;
  }

  /** Another view is shown: do what was planned, or see whether it still makes sense. */
  async onShow(view: View): Promise<void> {
    const { turn, chosen } = this;
    if (!turn && !chosen) return;
    if (!view.turn) return void (await this.#load());
    this.drop();
    const same = view.turn.choices.find((one) => one.do === chosen?.do);
    if (same && !same.gives_up) await this.#port.act(same);
    else if (chosen) this.#port.onLost();
  }

  // The board may have changed meanwhile, and with it what can be planned.
  async #load(): Promise<void> {
    const { seat } = this.#port;
    if (seat === undefined) return this.drop();
    const found = await this.#port.ask(seat);
    if (!found || this.#port.view?.turn || found.version !== this.#port.view?.version) return;
    const stays = found.turn?.choices.some((one) => one.do === this.chosen?.do);
    if (this.chosen && stays) return;
    if (this.chosen) this.#port.onLost();
    this.#forget();
    this.turn = found.turn;
  }
}
