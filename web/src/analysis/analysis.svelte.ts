/** The analysis of a table: a search of the step being viewed, and the review of the game. */
import { api, Refused } from "../api/client";
import { hintsOf, type Hint } from "../tables/board/hints";
import type { Analysis, Judged, Ply, Review } from "../api/protocol";
import { pause } from "../lib/waiting";
import { explain, forbidden, notices, tableOf } from "../state/notices.svelte";
import type { Analyst, TableState } from "../tables/store/table.svelte";

/** Seconds for a step, and for a longer look. */
const SECONDS = 3;
export const LONGER = 10;
/** How long a step must be shown before it is analysed, in milliseconds. */
const PAUSE = 180;
/** How often the progress of a review is checked, in milliseconds. */
const POLL = 600;
/** The number of a line's actions marked while a choice is hovered. */
const SHOWN = 3;

export class AnalysisState implements Analyst {
  readonly #table: TableState;
  on = $state(false);
  found = $state.raw<Analysis>();
  running = $state(false);
  /** The search's place in the queue; 0 once it has begun. */
  place = $state(0);
  seconds = $state(SECONDS);
  /** Why there is no analysis of this step: there is no decision, or an error. */
  nothing = $state(false);
  problem = $state<string>();
  /** The user's table that is the reason. */
  blocking = $state<string>();
  /** The hovered line, and the number of its actions. */
  pointed = $state.raw<{ line: readonly Ply[]; most: number }>();
  pinned = $state<string>();
  review = $state.raw<Review>();
  /** The review was requested, and has not been scrolled into view yet. */
  seeks = $state(false);
  #asking: AbortController | undefined;
  #polling = false;

  constructor(table: TableState) {
    this.#table = table;
    table.analysis = this;
  }

  allowed = $derived.by((): boolean => {
    const { view, hotseat } = this.#table;
    return (
      view?.can.analyse === true &&
      (!view.shared || hotseat.revealed !== undefined || view.open === true)
    );
  });

  switch(on: boolean): void {
    this.on = on;
  }

  // ---------------------------------------------------------------- one step

  /** Analyse the step being viewed, after a moment; call the returned function when it changes. */
  follow(): () => void {
    const step = this.#table.timeline.step;
    void this.#table.timeline.lastStep;
    if (!this.on || !this.allowed) return this.#clear();
    this.pinned = undefined;
    this.pointed = undefined;
    const timer = setTimeout(() => void this.#ask(step, SECONDS), PAUSE);
    return () => {
      clearTimeout(timer);
      this.stop();
    };
  }

  #clear(): () => void {
    this.found = undefined;
    this.pointed = undefined;
    return () => undefined;
  }

  /** Search the same step for longer. */
  longer(): void {
    void this.#ask(this.#table.timeline.step, LONGER);
  }

  /** Stop the search; its results stay. */
  stop(): void {
    this.#asking?.abort();
    Object.assign(this, { running: false, place: 0 });
  }

  async #ask(step: number, seconds: number): Promise<void> {
    this.#asking?.abort();
    const asking = (this.#asking = new AbortController());
    if (this.found?.step !== step) this.found = undefined;
    const { view, hotseat, timeline } = this.#table;
    // On a shared device a past decision belongs to its seat; without a revealed seat only the present counts.
    const present = view?.shared && step === timeline.lastStep ? view.turn?.seat : undefined;
    const seat = hotseat.revealedSeat ?? present;
    if (view?.shared && seat === undefined)
      return void Object.assign(this, { nothing: true, running: false });
    Object.assign(this, { running: true, place: 0, nothing: false, problem: undefined, seconds });
    try {
      await api.analyse(
        this.#table.id,
        { step, seconds, ...(view?.shared && { seat }) },
        (found) => this.#hear(found, asking),
        asking.signal,
        this.#table.hotseat.perspective,
      );
    } catch (error) {
      if (!asking.signal.aborted) this.#failed(error);
    }
    if (this.#asking === asking) Object.assign(this, { running: false, place: 0 });
  }

  // A new search starts from nothing: keep the old results until it has more.
  #hear(found: Analysis, asking: AbortController): void {
    if (asking !== this.#asking) return;
    this.nothing = found.seat === undefined;
    this.place = found.place ?? 0;
    const known = this.found?.step === found.step ? (this.found.work ?? 0) : -1;
    if ((found.work ?? 0) >= known || found.done) this.found = found;
  }

  #failed(error: unknown): void {
    this.found = undefined;
    this.nothing = error instanceof Refused && error.kind === "not-your-turn";
    if (this.nothing) return;
    this.problem = explain(error);
    this.blocking = tableOf(error);
  }

  // ---------------------------------------------------------------- what is marked on the board

  /** Highlight a line up to some action; without one the best line shows again. */
  point(line?: readonly Ply[], most = SHOWN): void {
    this.pointed = line && { line, most };
  }

  /** Keep a choice marked when the pointer leaves it; a second call releases it. */
  pin(choice: Judged): void {
    const text = choice.line[0]!.do;
    this.pinned = this.pinned === text ? undefined : text;
  }

  /** True if the opening explorer can show the position after a step of this game. */
  isExplored(step: number): boolean {
    const last = this.#table.view?.can.explore ?? 0;
    return last > 0 && step <= last;
  }

  hints = $derived.by((): readonly Hint[] => {
    const { scene } = this.#table;
    const found = this.found;
    if (!this.on || !scene || found?.seat === undefined || found.step !== this.#table.timeline.step)
      return [];
    const choices = found.choices ?? [];
    const pinned = choices.find((choice) => choice.line[0]!.do === this.pinned);
    const best = choices[0]?.value === undefined ? undefined : choices[0];
    const shown =
      this.pointed ??
      (pinned ? { line: pinned.line, most: SHOWN } : best && { line: best.line, most: 1 });
    return shown ? hintsOf(scene, shown.line, shown.most, found.seat) : [];
  });

  /** Drop the results: the game they belong to has changed. */
  forget(): void {
    this.found = undefined;
    this.review = undefined;
  }

  // ---------------------------------------------------------------- the whole game

  /** Have the game reviewed, or continue a review. */
  async reviewGame(): Promise<void> {
    this.seeks = true;
    if (this.#polling) return;
    this.#polling = true;
    try {
      this.review = await api.do(this.#table.id, "review", {}, this.#table.hotseat.perspective);
      while (this.review.running && this.#table.present) {
        await pause(POLL);
        this.review = await api.review(this.#table.id, this.#table.hotseat.perspective);
      }
    } catch (error) {
      notices.problem(error);
    } finally {
      this.#polling = false;
    }
  }

  /** Load an existing review, for a user who opens the table. */
  async recall(): Promise<void> {
    if (!this.allowed || this.#table.view?.shared || this.review || this.#polling) return;
    try {
      const review = await api.review(this.#table.id, this.#table.hotseat.perspective);
      if ((review.verdicts ?? []).length > 0) this.review = review;
    } catch (error) {
      forbidden(error); // anything else can be requested by hand
    }
  }
}
