/** What the user has the server do: actions, steps back, take-backs, resigning, the next table. */
import { api, Refused } from "../../api/client";
import type { Doable, NewTable, Order, OrderBody, View } from "../../api/protocol";
import type { Perspective } from "../../lib/play/hotseat";
import { attempt, notices } from "../../state/notices.svelte";
import { t } from "../../state/words.svelte";

export interface OrdersPort {
  readonly id: string;
  readonly view: View | undefined;
  /** The last view that arrived, which may wait to be shown. */
  readonly newest: View | undefined;
  readonly perspective: Perspective;
  /** The seat that an order is for where it names none. */
  readonly seat: number;
  /** The user's seat that acted last. */
  readonly lastSeat: number;
  /** True if news arrive by themselves. */
  readonly isLive: boolean;
  /** For how long the clock of a seat has run to this page, in milliseconds. */
  spent(seat: number): number | undefined;
  /** A view came as the answer. */
  take(view: View): void;
  /** Settled when what was taken is shown. */
  drained(): Promise<void>;
  refresh(): Promise<void>;
  /** Go to another table. */
  goTo(id: string): void;
}

const offers = (view: View, seat: number, text: string): boolean =>
  view.turn?.seat === seat && view.turn.choices.some((choice) => choice.do === text);

/** Whether something was refused because it was about an earlier version of the table. */
const isLate = (error: unknown): boolean =>
  error instanceof Refused && error.kind === "stale-version";

export class Orders {
  /** True from an order to the view that follows it. */
  busy = $state(false);
  /** True while a gesture is done, action by action. */
  isGesturing = $state(false);
  /** True while the page does several actions by itself; clicks mean nothing then. */
  working = $state(false);
  readonly #port: OrdersPort;

  constructor(port: OrdersPort) {
    this.#port = port;
  }

  // ---------------------------------------------------------------- actions

  /** Do a choice, action after action, as long as the seat is to act; true if all were done. */
  async act(choice: Doable): Promise<boolean> {
    const seat = this.#port.view?.turn?.seat;
    if (seat === undefined) return false;
    notices.clear();
    const texts = typeof choice.do === "string" ? [choice.do] : choice.do;
    this.isGesturing = texts.length > 1;
    let done = true;
    for (const text of texts) done &&= await this.#actOnce(seat, text);
    this.isGesturing = false;
    return done;
  }

  // What has arrived and is not shown yet may have taken the choice away: the server need not be asked.
  async #actOnce(seat: number, text: string): Promise<boolean> {
    const { view, newest } = this.#port;
    if (view?.turn?.seat !== seat) return false;
    if (newest && newest.version > view.version && !offers(newest, seat, text)) {
      notices.show(t("problem.stale-version"), "error");
      return false;
    }
    const order = (at: number): OrderBody<"actions"> => {
      const spent = this.#port.spent(seat);
      return { seat, do: text, at, ...(spent === undefined ? {} : { spent }) };
    };
    const { version, step } = newest ?? view;
    const again = (): OrderBody<"actions"> | undefined => {
      const now = this.#port.newest;
      if (!now || now.version <= version || now.step < step) return undefined;
      return offers(now, seat, text) ? order(now.version) : undefined;
    };
    return this.post("actions", order(version), again);
  }

  /** Take the last action of this turn back. */
  async back(): Promise<void> {
    const { view } = this.#port;
    if (view?.can.back && view.turn)
      await this.post("back", { seat: view.turn.seat, at: view.version });
  }

  /**
   * Send an order; true if it was done. The page is busy until its view is shown. Others may have
   * acted in the same moment: `again` tells from the present what is sent once more, if anything.
   */
  async post<What extends Order>(
    what: What,
    body: OrderBody<What>,
    again?: () => OrderBody<What> | undefined,
  ): Promise<boolean> {
    const holds = what !== "chat" && what !== "promise";
    if (holds) this.busy = true;
    try {
      await this.#show(await api.do(this.#port.id, what, body, this.#port.perspective));
      if (holds) await this.#port.drained();
      return true;
    } catch (error) {
      if (error instanceof Refused) await this.#port.refresh();
      const next = isLate(error) ? again?.() : undefined;
      if (next) return await this.post(what, next);
      notices.problem(error);
      return false;
    } finally {
      if (holds) this.busy = false;
    }
  }

  async #show(answer: unknown): Promise<void> {
    if (answer && typeof answer === "object" && "scene" in answer) this.#port.take(answer as View);
    else if (!this.#port.isLive) await this.#port.refresh();
  }

  // ---------------------------------------------------------------- beside the choices

  /** Have the bots that think answer now. */
  hurry = async (): Promise<void> => void (await attempt(api.do(this.#port.id, "hurry", {})));

  resign = (): Promise<boolean> =>
    this.post("resign", { seat: this.#port.seat, at: this.#port.view!.version });
  askTakeback = (): Promise<boolean> =>
    this.post("takeback", { seat: this.#port.lastSeat, at: this.#port.view!.version });
  answerTakeback = (seat: number, agree: boolean): Promise<boolean> =>
    this.post("takeback/answer", { seat, agree });

  // ---------------------------------------------------------------- the next table

  /** Play again; which table that is, for those who count the games. */
  rematch = (): Promise<string | undefined> => this.#goTo("rematch", { own_nonce: true });
  /** Do not play the next game: the seat there is for somebody else. */
  declineNext = async (): Promise<void> => {
    const next = this.#port.view?.next;
    const there = next && (await attempt(api.view(next, undefined)));
    const seat = there ? there.seats.findIndex((one) => one.you) : -1;
    if (next && seat >= 0) await attempt(api.do(next, "stand", { seat }));
  };
  fork = async (step: number): Promise<void> =>
    void (await this.#goTo("fork", { step, own_nonce: true }));

  async #goTo<What extends "rematch" | "fork">(
    what: What,
    body: OrderBody<What>,
  ): Promise<string | undefined> {
    const asked = api.do(this.#port.id, what, body, this.#port.perspective) as Promise<NewTable>;
    const made = await attempt(asked);
    if (made) this.#port.goTo(made.id);
    return made?.id;
  }
}
