/** An action planned while others act. It stays in this browser until the seat's turn comes. */
import type { Ahead, Doable, Turn, View } from "../../api/protocol";

export interface PlanPort {
  readonly view: View | undefined;
  /** The seat that plans, if it waits for others and its game allows it. */
  readonly seat: number | undefined;
  ask(seat: number): Promise<Ahead | undefined>;
  act(choice: Doable): Promise<unknown>;
  /** Mark on the board what an action refers to. */
  point(ids: readonly string[]): void;
  /** The planned action is no longer possible. */
  onLost(): void;
}

export class Plan {
  /** The choices if the turn came now; only while planning. */
  turn = $state.raw<Turn>();
  /** The planned action. */
  chosen = $state.raw<Doable>();
  readonly #port: PlanPort;

  constructor(port: PlanPort) {
    this.#port = port;
  }

  isPossible = $derived.by(() => this.#port.seat !== undefined);

  /** Begin to plan, or choose again. */
  begin = async (): Promise<void> => {
    this.#forget();
    await this.#load();
  };

  /** Drop the plan. */
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

  /** Another view is shown: do the planned action, or check whether it is still possible. */
  async onShow(view: View): Promise<void> {
    const { turn, chosen } = this;
    if (!turn && !chosen) return;
    if (!view.turn) return void (await this.#load());
    this.drop();
    const same = view.turn.choices.find((one) => one.do === chosen?.do);
    if (same && !same.gives_up) await this.#port.act(same);
    else if (chosen) this.#port.onLost();
  }

  // The board may have changed meanwhile, and with it the possible plans.
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
