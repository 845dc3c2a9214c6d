/** The user's orders to the server: actions, undo, takebacks, resigning, the next table. */
import { api, Refused } from "../../api/client";
import type { Doable, NewTable, Order, OrderBody, View } from "../../api/protocol";
import { hasActed, lastSeat } from "../../lib/play/merge";
import { attempt, notices } from "../../state/notices.svelte";
import { route, tablePath } from "../../state/route.svelte";
import { t } from "../../state/words.svelte";
import type { TableState } from "./table.svelte";

const offers = (view: View, seat: number, text: string): boolean =>
  view.turn?.seat === seat && view.turn.choices.some((choice) => choice.do === text);

/** Milliseconds until an order is sent again that has not been answered; then twice as many. */
export const PATIENCE = 4_000;
const MAX_SENT = 4;

/** True if the order was refused because it refers to an earlier version of the table. */
const isLate = (error: unknown): boolean =>
  error instanceof Refused && error.kind === "stale-version";

export class Orders {
  /** True from an order to the view that follows it. */
  busy = $state(false);
  /** True while a gesture of several actions is under way. */
  isGesturing = $state(false);
  /** True while the page does several actions by itself; clicks have no effect then. */
  working = $state(false);
  readonly #table: TableState;
  /** True while another table is being opened. */
  #isLeaving = false;

  constructor(table: TableState) {
    this.#table = table;
  }

  // ---------------------------------------------------------------- actions

  /** Do a choice, action by action, as long as the seat is to act; true if all were done. */
  async act(choice: Doable): Promise<boolean> {
    const seat = this.#table.view?.turn?.seat;
    if (seat === undefined) return false;
    notices.clear();
    const texts = typeof choice.do === "string" ? [choice.do] : choice.do;
    this.isGesturing = texts.length > 1;
    let done = true;
    for (const text of texts) done &&= await this.#actOnce(seat, text);
    this.isGesturing = false;
    return done;
  }

  // A view that has arrived but is not shown yet may have removed the choice: no need to ask the server.
  // It may also be a later choice with the same text, when the seat has acted in another window.
  async #actOnce(seat: number, text: string): Promise<boolean> {
    const { view } = this.#table;
    const { newest } = this.#table.timeline;
    if (view?.turn?.seat !== seat) return false;
    const isSame = (now: View): boolean =>
      offers(now, seat, text) && !this.#hasActed(seat, view.step);
    if (newest && newest.version > view.version && !isSame(newest)) {
      notices.show(t("problem.stale-version"), "error");
      return false;
    }
    const order = (at: number): OrderBody<"actions"> => {
      const spent = this.#table.clocks.spent(seat);
      return { seat, do: text, at, ...(spent === undefined ? {} : { spent }) };
    };
    const { version, step } = newest ?? view;
    const again = (): OrderBody<"actions"> | undefined => {
      const now = this.#table.timeline.newest;
      if (!now || now.version <= version || now.step < step) return undefined;
      return isSame(now) ? order(now.version) : undefined;
    };
    return this.post("actions", order(version), again);
  }

  /** Undo the last action of this turn. */
  async back(): Promise<void> {
    const { view } = this.#table;
    // The view shown is not the present one while an order is under way: a second undo would be late.
    if (!this.busy && view?.can.back && view.turn)
      await this.post("back", { seat: view.turn.seat, at: view.version });
  }

  /**
   * Send an order; true if it was done. The page is busy until its view is shown. If others acted at
   * the same moment, `again` decides from the present what to send instead, if anything.
   */
  async post<What extends Order>(
    what: What,
    body: OrderBody<What>,
    again?: () => OrderBody<What> | undefined,
  ): Promise<boolean> {
    const holds = what !== "chat" && what !== "promise";
    const step = this.#table.timeline.newest?.step ?? 0;
    const sending = { sent: 0 };
    if (holds) this.busy = true;
    try {
      await this.#show(await this.#answered(what, body, sending));
      if (holds) await this.#table.timeline.drained;
      return true;
    } catch (error) {
      if (error instanceof Refused) await this.#table.refresh();
      if (error instanceof Refused && sending.sent > 1 && this.#hasArrived(body, step)) return true;
      const next = isLate(error) ? again?.() : undefined;
      if (next) return await this.post(what, next);
      notices.problem(error);
      return false;
    } finally {
      if (holds) this.busy = false;
    }
  }

  /**
   * The answer to an order. One that is long in coming may be lost: the user is told, and an order
   * that names its version, which is done only once, is sent again.
   */
  async #answered<What extends Order>(
    what: What,
    body: OrderBody<What>,
    sending: { sent: number },
  ): Promise<unknown> {
    const waits = t("order.waits");
    const asking = new AbortController();
    const { id, hotseat, connection } = this.#table;
    const isAct = what === "actions" && connection.wire === "live";
    const timer = setTimeout(
      () => {
        notices.show(waits);
        if ("at" in body && sending.sent < MAX_SENT) asking.abort();
      },
      PATIENCE * 2 ** sending.sent++,
    );
    try {
      return await (isAct
        ? api.act(id, body as OrderBody<"actions">, hotseat.perspective, asking.signal)
        : api.do(id, what, body, hotseat.perspective, asking.signal));
    } catch (error) {
      if (!asking.signal.aborted) throw error;
      return await this.#answered(what, body, sending);
    } finally {
      clearTimeout(timer);
      notices.unsay(waits);
    }
  }

  /**
   * True if an order that was sent again, and refused, had been done the first time: what a seat does,
   * or that it resigns, is in the log; what was undone is there no longer.
   */
  #hasArrived(body: object, step: number): boolean {
    const { at, seat, do: text } = body as { at: number; seat: number; do?: string };
    const { newest } = this.#table.timeline;
    if (!newest || newest.version <= at) return false;
    const isBack = newest.step < step || newest.takeback?.by === seat;
    return this.#hasActed(seat, step) || (text === undefined && isBack);
  }

  /** True if a seat has acted after this step, whether or not that is shown yet. */
  #hasActed(seat: number, step: number): boolean {
    const { log, newest } = this.#table.timeline;
    return hasActed([...log, ...(newest?.log.lines ?? [])], seat, step);
  }

  /** The user's seat that acted last. */
  get #lastSeat(): number {
    const { seats, hotseat, timeline } = this.#table;
    return hotseat.revealedSeat ?? lastSeat(timeline.log, seats.mine) ?? seats.mine[0]!;
  }

  // What an answer does not bring comes with the stream, if that is well.
  async #show(answer: unknown): Promise<void> {
    const { connection, timeline } = this.#table;
    const { scene, version } = (answer ?? {}) as Partial<View>;
    if (scene) this.#table.take(answer as View);
    else if (connection.wire !== "live" || !(await timeline.reaches(version ?? 0)))
      await this.#table.refresh();
  }

  // ---------------------------------------------------------------- other orders

  /** Make the thinking bots answer now. */
  hurry = async (): Promise<void> => void (await attempt(api.do(this.#table.id, "hurry", {})));

  resign = (): Promise<boolean> =>
    this.post("resign", { seat: this.#table.seats.own, at: this.#table.view!.version });
  askTakeback = (): Promise<boolean> =>
    this.post("takeback", { seat: this.#lastSeat, at: this.#table.view!.version });
  answerTakeback = (seat: number, agree: boolean): Promise<boolean> =>
    this.post("takeback/answer", { seat, agree });

  // ---------------------------------------------------------------- the next table

  /** The next game, in a seat if the loser chooses one; returns its table. */
  rematch = (seat?: number): Promise<string | undefined> =>
    this.#goTo("rematch", { own_nonce: true, ...(seat === undefined ? {} : { seat }) });
  /** Decline the next game: someone else may take the seat. */
  declineNext = async (): Promise<void> => {
    const next = this.#table.view?.next;
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
    if (this.#isLeaving) return undefined;
    this.#isLeaving = true;
    const asked = api.do(
      this.#table.id,
      what,
      body,
      this.#table.hotseat.perspective,
    ) as Promise<NewTable>;
    const made = await attempt(asked);
    this.#isLeaving = false;
    if (made) route.go(tablePath(made.id));
    return made?.id;
  }
}
