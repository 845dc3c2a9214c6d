/** The coach of a table: hints on request, and a discreet remark after a blunder. */
import { api } from "../../api/client";
import type { Advice, Ply, Remark, Turn, View } from "../../api/protocol";
import { hintsOf, type Hint } from "../board/hints";
import type { TableState } from "../store/table.svelte";
import { notices } from "../../state/notices.svelte";
import { isBusy, Remarks, type Late, type Question } from "./remarks.svelte";

/** The stages of a hint: none, the server is busy, where to look and why, the choices. */
type Stage = "none" | "busy" | "place" | "choices";

export class CoachState {
  readonly #table: TableState;
  advice = $state.raw<Advice>();
  stage = $state<Stage>("none");
  asking = $state(false);
  /** The highlighted choice among those of the hint. */
  pointed = $state(0);
  /** Counts hints: a late answer is ignored. */
  #asked = 0;
  readonly #remarks = new Remarks();

  constructor(table: TableState) {
    this.#table = table;
  }

  /** True if a hint can be requested now. */
  offers = $derived.by((): boolean => {
    const { view, timeline, yourTurn } = this.#table;
    return view?.coach === true && yourTurn && !timeline.past;
  });

  /** Request a hint; again for more detail, and once more to dismiss it. */
  ask = async (): Promise<void> => {
    if (!this.offers || this.asking || this.#table.orders.busy) return;
    if (this.stage === "choices") this.drop();
    else if (this.stage === "place") this.stage = "choices";
    else await this.#askAdvice();
  };

  async #askAdvice(): Promise<void> {
    const { id, view, hotseat } = this.#table;
    const n = (this.#asked += 1);
    const body = { seat: view!.turn!.seat, step: view!.step };
    this.asking = true;
    try {
      const advice = await api.do(id, "coach/advice", body, hotseat.perspective);
      if (n !== this.#asked) return;
      Object.assign(this, { advice, stage: "place", pointed: 0 });
    } catch (error) {
      if (n !== this.#asked) return;
      if (isBusy(error)) this.stage = "busy";
      else notices.problem(error);
    } finally {
      if (n === this.#asked) this.asking = false;
    }
  }

  /** Dismiss the hint. */
  drop = (): void => {
    this.#asked += 1;
    Object.assign(this, { advice: undefined, stage: "none", asking: false });
  };

  /** Dismiss the remark, or the pending request for it. */
  dismiss = (): void => this.#remarks.drop();

  /** Another view is shown: a hint belongs to the decision it was requested for. */
  onShow(view: View, before: View | undefined): void {
    if (!isSame(view.turn, before?.turn)) this.drop();
    const isBack = before !== undefined && view.step < before.step;
    if (isBack && view.step <= (this.#remarks.step ?? -1)) this.dismiss();
  }

  /** Clear everything. */
  forget(): void {
    this.drop();
    this.dismiss();
  }

  // ---------------------------------------------------------------- blunders

  /** Do something, and report afterwards whether it was a blunder, without delaying the game. */
  async follow(act: () => Promise<boolean>, actions: number): Promise<boolean> {
    const { id, view, hotseat } = this.#table;
    this.forget();
    const question = { id, perspective: hotseat.perspective, body: askedOf(view, actions) };
    const mark = this.#remarks.mark;
    const done = await act();
    if (done && question.body && view?.coach && mark === this.#remarks.mark)
      void this.#remarks.ask(question as Question);
    return done;
  }

  /** The remark, if the user's last action was a blunder. */
  remark = $derived.by((): Remark | undefined => {
    const { told } = this.#remarks;
    // It may have been taken back in the meantime.
    return told && (this.#table.view?.step ?? 0) > told.step ? told : undefined;
  });

  get late(): Late | undefined {
    return this.#remarks.late;
  }

  /** Ask once more about the user's last action. */
  askAgain = (): void => this.#remarks.askAgain();

  /** Take the blunder back. */
  takeBack = async (): Promise<void> => {
    const { view, orders } = this.#table;
    this.dismiss();
    if (view?.can.back) await orders.back();
    else await orders.askTakeback();
  };

  /** True if it can be taken back. */
  canTakeBack = $derived.by((): boolean => {
    const can = this.#table.view?.can;
    return can?.back === true || can?.takeback === true;
  });

  // ---------------------------------------------------------------- what is marked on the board

  hints = $derived.by((): readonly Hint[] => {
    const { scene, timeline } = this.#table;
    const ply = this.advice?.choices[this.pointed];
    if (!scene || !ply || timeline.past || this.stage === "none") return [];
    return hintsOf(scene, [this.stage === "place" ? first(ply) : ply], 1, ply.seat);
  });
  /** The thing to look at, by its id. */
  get place(): string | undefined {
    return this.advice?.choices[0]?.path?.[0];
  }
}

/** True if a seat still has the same choices: others may have acted meanwhile. */
const isSame = (one: Turn | undefined, other: Turn | undefined): boolean =>
  one?.seat === other?.seat &&
  one?.choices.length === other?.choices.length &&
  (one?.choices ?? []).every((choice, n) => choice.do === other!.choices[n]!.do);

/** The request about an action, the last of `actions`, whose player had a choice. */
const askedOf = (view: View | undefined, actions: number): Question["body"] | undefined =>
  view?.turn && view.turn.choices.length > 1
    ? { seat: view.turn.seat, step: view.step + actions - 1 }
    : undefined;

/** Only the first id that an action's path clicks. */
const first = (ply: Ply): Ply => ({ ...ply, path: (ply.path ?? []).slice(0, 1), ids: [] });
