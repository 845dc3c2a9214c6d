/** Plays arriving views one after another, so that every step is seen and a turn is one movement. */
import type { PastView, Scene, View } from "../../api/protocol";
import { reveal } from "../../lib/travel";
import { isOlder, nextSeats } from "../../lib/play/hotseat";
import { pause } from "../../lib/waiting";

/** How long a step is shown before the next one, in milliseconds. */
const STEP_PAUSE = 340;
/** The steps that wait share this time: ten take 1.5 seconds, twenty two, and the last are slowest. */
const MOVEMENT = 600;
/** How long something turned over is shown before it takes effect, in milliseconds. */
const REVEAL_PAUSE = 1100;
/** When behind by more steps than this, the table jumps to the present. */
const MAX_STAGED_STEPS = 6;

/** What is shown, as far as the playback changes it. */
export interface Stage {
  readonly view: View | undefined;
  readonly past: PastView | undefined;
  scene: Scene | undefined;
  revealing: boolean;
  /** How long the step is shown at least, in milliseconds. */
  pace: number;
  /** True if animations are off. */
  readonly isStill: boolean;
  /** True while no perspective is shown. */
  readonly isBlank: boolean;
  /** Changes with the perspective: earlier requests are dropped. */
  readonly epoch: number;
  /** The scene after a step; undefined if unavailable. */
  sceneAt(step: number): Promise<Scene | undefined>;
  /** Make a view the present one; true if the game has advanced. */
  show(view: View): boolean;
}

export class Staging {
  readonly #stage: Stage;
  #queue: View[] = [];
  #last: View | undefined;
  #isDraining = false;
  /** When a step was last shown. */
  #shown = -Infinity;
  /** Resolves when all views that arrived have been shown. */
  drained = Promise.resolve();

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  /** The last view that arrived, shown or not. */
  get newest(): View | undefined {
    const { view } = this.#stage;
    return this.#last && view && isOlder(view, this.#last) ? this.#last : view;
  }

  get isEmpty(): boolean {
    return this.#queue.length === 0;
  }

  /** Show a view after those waiting, unless a later one has arrived. */
  push(view: View): void {
    if (isOlder(view, this.#queue.at(-1) ?? this.#stage.view)) return;
    this.#queue.push(view);
    this.#last = view;
    if (!this.#isDraining) this.drained = this.#drain();
  }

  /** Drop the views that wait. */
  clear(): void {
    this.#queue = [];
    this.#last = undefined;
  }

  async #drain(): Promise<void> {
    this.#isDraining = true;
    for (let view = this.#queue.shift(); view; view = this.#queue.shift()) {
      if (isOlder(view, this.#stage.view)) continue;
      const { epoch } = this.#stage;
      this.#stage.pace = STEP_PAUSE;
      if (this.#isWatching) await this.#wait(this.#queue.length + 1);
      if (this.isEmpty) await this.#playSteps(view);
      if (epoch === this.#stage.epoch) await this.#turnOver(view.scene);
      if (epoch !== this.#stage.epoch) continue;
      if (this.#stage.show(view)) this.#shown = performance.now();
    }
    this.#isDraining = false;
  }

  // What a player has done is shown at once.
  get #isWatching(): boolean {
    const { view, isStill, isBlank } = this.#stage;
    return view !== undefined && !isStill && !isBlank && nextSeats(view).length === 0;
  }

  // The step shown has its time, which is the shorter the more steps wait for it.
  async #wait(steps: number): Promise<void> {
    this.#stage.pace = Math.min(STEP_PAUSE, MOVEMENT / steps);
    const left = this.#shown + this.#stage.pace - performance.now();
    if (left > 0) await pause(left);
  }

  // The steps since the last view are shown in order before the present one.
  async #playSteps(view: View): Promise<void> {
    if (!this.#canPlay(view)) return;
    const { epoch } = this.#stage;
    for (let step = this.#stage.view!.step + 1; step < view.step; step++) {
      const scene = await this.#stage.sceneAt(step);
      if (!scene || epoch !== this.#stage.epoch) return;
      await this.#turnOver(scene);
      if (epoch !== this.#stage.epoch) return;
      this.#stage.scene = scene;
      this.#shown = performance.now();
      await this.#wait(view.step - step);
    }
  }

  #canPlay(view: View): boolean {
    const { view: shown, past, isStill, isBlank } = this.#stage;
    if (!shown || shown.step === 0 || past || isStill || isBlank) return false;
    // When a game ends, hidden steps are counted too, and the whole log is sent again.
    if (view.status !== shown.status && view.log.start === 0) return false;
    const missed = view.step - shown.step;
    return missed >= 2 && missed <= MAX_STAGED_STEPS;
  }

  // What lay face down is shown for a moment before it takes effect.
  async #turnOver(scene: Scene): Promise<void> {
    const { past, isStill, isBlank, scene: shown } = this.#stage;
    const moment = past || isBlank || isStill || !shown ? undefined : reveal(shown, scene);
    if (!moment) return;
    this.#stage.scene = moment;
    this.#stage.revealing = true;
    await pause(REVEAL_PAUSE);
    this.#stage.revealing = false;
  }
}
