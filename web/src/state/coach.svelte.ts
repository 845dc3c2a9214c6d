/** The coach of a table: hints that are asked for, and a quiet word about a blunder. */
import { api } from "../api/client";
import type { Advice, Ply, Remark, Turn, View } from "../api/protocol";
import { hintsOf, type Hint } from "../study/hints";
import type { TableState } from "../table/table.svelte";
import { courtesy, notices } from "./notices.svelte";

/** How much a hint tells: nothing, where to look and why, the choices themselves. */
type Stage = "none" | "place" | "choices";

export class CoachState {
  readonly #table: TableState;
  advice = $state.raw<Advice>();
  stage = $state<Stage>("none");
  asking = $state(false);
  /** The own last action was a blunder. */
  remark = $state.raw<Remark>();
  /** The choice that is pointed at, of those that the hint tells. */
  pointed = $state(0);
  /** Count hints and actions: an answer that comes too late is not heard. */
  #asked = 0;
  #acted = 0;

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
      if (n === this.#asked) notices.problem(error);
    } finally {
      if (n === this.#asked) this.asking = false;
    }
  }

  /** Let the hint go. */
  drop = (): void => {
    this.#asked += 1;
    Object.assign(this, { advice: undefined, stage: "none", asking: false });
  };

  /** Let the remark go. */
  dismiss = (): void => void (this.remark = undefined);

  /** Another view is shown: a hint belongs to the decision that it was asked for. */
  onShow(view: View, before: View | undefined): void {
    if (!isSame(view.turn, before?.turn)) this.drop();
    if (this.remark && view.step <= this.remark.step) this.dismiss();
  }

  /** Nothing is remembered. */
  forget(): void {
    this.drop();
    this.dismiss();
  }

  // ---------------------------------------------------------------- what was done

  /** Do something; hear afterwards whether it was a blunder. Nobody waits for that. */
  async follow(act: () => Promise<boolean>, actions: number): Promise<boolean> {
    const { view } = this.#table;
    const n = (this.#acted += 1);
    this.forget();
    const done = await act();
    if (done && view?.coach && n === this.#acted) void this.#judge(view, actions, n);
    return done;
  }

  async #judge(view: View, actions: number, n: number): Promise<void> {
    if (!view.turn || view.turn.choices.length < 2) return;
    const { id, hotseat } = this.#table;
    const body = { seat: view.turn.seat, step: view.step + actions - 1 };
    const remark = await courtesy(api.do(id, "coach/remark", body, hotseat.perspective));
    // Meanwhile the user may have acted again, or taken it back.
    if (n !== this.#acted || !remark || remark.could === undefined) return;
    if ((this.#table.view?.step ?? 0) > remark.step) this.remark = remark;
  }

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

/** Of an action only the first thing that is clicked for it. */
const first = (ply: Ply): Ply => ({ ...ply, path: (ply.path ?? []).slice(0, 1), ids: [] });
