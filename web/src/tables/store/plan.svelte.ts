/** An action planned while others act. It stays in this browser until the seat's turn comes. */
import { api } from "../../api/client";
import type { Doable, Turn, View } from "../../api/protocol";
import { courtesy, notices } from "../../state/notices.svelte";
import { t } from "../../state/words.svelte";
import type { TableState } from "./table.svelte";

export class Plan {
  /** The choices if the turn came now; only while planning. */
  turn = $state.raw<Turn>();
  /** The planned action. */
  chosen = $state.raw<Doable>();
  readonly #table: TableState;

  constructor(table: TableState) {
    this.#table = table;
  }

  /** The seat that plans, if it waits for others and its game allows it. */
  get #seat(): number | undefined {
    const { view, page, hotseat, seats } = this.#table;
    const [seat] = seats.played;
    if (!page?.plans || view?.status !== "running" || view.turn || seats.played.length > 1)
      return undefined;
    return hotseat.isHidden ? undefined : seat;
  }
  isPossible = $derived.by(() => this.#seat !== undefined);

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
    this.#table.selection.spot = choice.path;
  }

  #forget(): void {
    if (this.chosen) this.#table.selection.spot = [];
    this.chosen = undefined;
  }

  /** Another view is shown: do the planned action, or check whether it is still possible. */
  async onShow(view: View): Promise<void> {
    const { turn, chosen } = this;
    if (!turn && !chosen) return;
    if (!view.turn) return void (await this.#load());
    this.drop();
    const same = view.turn.choices.find((one) => one.do === chosen?.do);
    if (same && !same.gives_up) await this.#table.act(same);
    else if (chosen) notices.show(t("plan.lost"), "info");
  }

  // The board may have changed meanwhile, and with it the possible plans.
  async #load(): Promise<void> {
    const seat = this.#seat;
    if (seat === undefined) return this.drop();
    const found = await courtesy(api.ahead(this.#table.id, seat));
    if (!found || this.#table.view?.turn || found.version !== this.#table.view?.version) return;
    const stays = found.turn?.choices.some((one) => one.do === this.chosen?.do);
    if (this.chosen && stays) return;
    if (this.chosen) notices.show(t("plan.lost"), "info");
    this.#forget();
    this.turn = found.turn;
  }
}
