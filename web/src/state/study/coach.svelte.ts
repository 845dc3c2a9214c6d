/** The coach of a table: hints that are asked for, and a quiet word about a blunder. */
import { api } from "../../api/client";
import type { Advice, Ply, Remark, Turn, View } from "../../api/protocol";
import { hintsOf, type Hint } from "../../study/hints";
import type { TableState } from "../../table/store/table.svelte";
import { notices } from "../notices.svelte";
import { isBusy, Remarks, type Late, type Question } from "./remarks.svelte";

/** How much a hint tells: nothing, that the house is busy, where to look and why, the choices. */
type Stage = "none" | "busy" | "place" | "choices";

export class CoachState {
  readonly #table: TableState;
  advice = $state.raw<Advice>();
  stage = $state<Stage>("none");
  asking = $state(false);
  /** The choice that is pointed at, of those that the hint tells. */
  pointed = $state(0);
  /** Counts hints: an answer that comes too late is not heard. */
  #asked = 0;
  readonly #remarks = new Remarks();

  constructor(table: TableState) {
    this.#table = table;
  }

  /** Whether a hint can be asked for now. */
  offers = $derived.by((): boolean => {
    const { view, timeline, yourTurn } = this.#table;
    return view?.coach === true && yourTurn && !timeline.past;
  });

  /** Ask for a hint; asked again, it tells more, and then goes away. */
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

  /** Let the hint go. */
  drop = (): void => {
    this.#asked += 1;
    Object.assign(this, { advice: undefined, stage: "none", asking: false });
  };

  /** Let the remark go, or what was asked about it. */
  dismiss = (): void => this.#remarks.drop();

  /** Another view is shown: a hint belongs to the decision that it was asked for. */
  onShow(view: View, before: View | undefined): void {
    if (!isSame(view.turn, before?.turn)) this.drop();
    const isBack = before !== undefined && view.step < before.step;
    if (isBack && view.step <= (this.#remarks.step ?? -1)) this.dismiss();
  }

  /** Nothing is remembered. */
  forget(): void {
    this.drop();
    this.dismiss();
  }

  // ---------------------------------------------------------------- what was done

  /** Do something; hear afterwards whether it was a blunder. Nobody waits for that. */
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

  /** The own last action was a blunder. */
  remark = $derived.by((): Remark | undefined => {
    const { told } = this.#remarks;
    // Meanwhile it may have been taken back.
    return told && (this.#table.view?.step ?? 0) > told.step ? told : undefined;
  });

  get late(): Late | undefined {
    return this.#remarks.late;
  }

  /** Ask once more about the own last action. */
  askAgain = (): void => this.#remarks.askAgain();

  /** Take the blunder back. */
  takeBack = async (): Promise<void> => {
    const { view, orders } = this.#table;
    this.dismiss();
    if (view?.can.back) await orders.back();
    else await orders.askTakeback();
  };

  /** Whether it can be taken back. */
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

  hinted = $derived.by((): ReadonlySet<string> => new Set(this.hints.flatMap(({ ids }) => ids)));

  /** What is to be looked at, by its id. */
  get place(): string | undefined {
    return this.advice?.choices[0]?.path?.[0];
  }
}

/** Whether a seat can still do what it could: others may have acted meanwhile. */
const isSame = (one: Turn | undefined, other: Turn | undefined): boolean =>
  one?.seat === other?.seat &&
  one?.choices.length === other?.choices.length &&
  (one?.choices ?? []).every((choice, n) => choice.do === other!.choices[n]!.do);

/** What is asked about the action that ends `actions` actions of one who had a choice. */
const askedOf = (view: View | undefined, actions: number): Question["body"] | undefined =>
  view?.turn && view.turn.choices.length > 1
    ? { seat: view.turn.seat, step: view.step + actions - 1 }
    : undefined;

/** Of an action only the first thing that is clicked for it. */
const first = (ply: Ply): Ply => ({ ...ply, path: (ply.path ?? []).slice(0, 1), ids: [] });
