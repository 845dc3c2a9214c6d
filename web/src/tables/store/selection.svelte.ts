/** From clicks to an action: the clicks so far, and what can follow. */
import type { Doable, Gesture, Reason, Breakdown, Turn, View } from "../../api/protocol";
import * as choose from "../../lib/play/choose";
import { courtesy } from "../../state/notices.svelte";
import type { TableState } from "./table.svelte";

export class Selection {
  path = $state.raw<string[]>([]);
  /** The thing under the pointer that a press would pick. */
  hover = $state<string>();
  /** The thing under the pointer or in focus, whether or not it can be picked. */
  looked = $state<string>();
  /** Ids highlighted from outside the board. */
  spot = $state.raw<readonly string[]>([]);
  /** The candidates of the last click, if it was ambiguous. */
  question = $state.raw<string[]>([]);
  /** A choice that gives something up for good and waits for confirmation. */
  unconfirmed = $state.raw<{ choice: Doable; path: string[] }>();
  /** Choices that combine several actions; they are loaded after a turn is shown. */
  gestures = $state.raw<readonly Gesture[]>([]);
  /** The id of the thing that an action picked up, until the next action. */
  inHand = $state<string>();
  readonly #table: TableState;
  // The actions under way that were begun by clicks, the clicks made meanwhile, and the very last click.
  #acting = 0;
  #queued: string[] = [];
  #clicked = "";

  constructor(table: TableState) {
    this.#table = table;
  }

  // ---------------------------------------------------------------- what can be clicked

  get #turn(): Turn | undefined {
    return this.#table.view?.turn ?? this.#table.plan.turn;
  }

  choices = $derived.by((): readonly Doable[] => {
    const { timeline, orders } = this.#table;
    const isPaused = timeline.past || timeline.revealing || orders.isGesturing || orders.busy;
    return isPaused || !this.#turn ? [] : [...this.#turn.choices, ...this.gestures];
  });
  next = $derived.by((): ReadonlySet<string> => new Set(choose.nextIds(this.choices, this.path)));
  /** True if the path can go on with a space of the board. */
  hasTargets = $derived.by((): boolean =>
    (this.#table.scene?.spaces ?? []).some((space) => this.next.has(space.id)),
  );
  /** What could be clicked after the thing under the pointer. */
  ahead = $derived.by((): ReadonlySet<string> => {
    if (!this.hover || !this.next.has(this.hover)) return new Set();
    return new Set(choose.nextIds(this.choices, [...this.path, this.hover]));
  });
  /** The choice that the thing under the pointer would complete. */
  aimed = $derived.by((): Doable | undefined =>
    this.hover ? choose.complete(this.choices, [...this.path, this.hover]) : undefined,
  );
  /** The breakdowns for the thing under the pointer, else for all open choices and the last fight. */
  breakdowns = $derived.by((): readonly Breakdown[] =>
    this.aimed?.breakdown
      ? [this.aimed.breakdown]
      : choose.breakdowns(this.#table.scene, this.choices, this.path),
  );
  /** The price of ending on a space: from the path, or from the thing under the pointer. */
  prices = $derived.by((): ReadonlyMap<string, number> => {
    const from =
      this.path.length > 0 || !this.hover || !this.next.has(this.hover) ? this.path : [this.hover];
    return choose.prices(this.choices, from);
  });

  // ---------------------------------------------------------------- clicks

  /** True if clicks and drags have no effect: the past is shown, or the page acts by itself. */
  get #isClosed(): boolean {
    const { scene, timeline, orders } = this.#table;
    const isLocked = orders.working || timeline.past !== undefined;
    return isLocked || this.unconfirmed !== undefined || !scene || !this.#turn;
  }

  /** A click on a space, a piece or a verb: the choices say what it means. */
  touch(id: string): void {
    if (this.#isClosed) return;
    const { scene, orders } = this.#table;
    const again = this.#clicked === id;
    this.#clicked = id;
    if (orders.busy) {
      // A click in the meantime waits for the view; the same thing again is a double click. During
      // any other order, such as a question for a takeback, nobody knows what it would come to mean.
      if (this.#acting > 0 && !again) this.#queued.push(id);
      return;
    }
    const means = choose.touched(scene!, this.choices, this.path, id);
    if (means.length > 1) this.question = means;
    else this.pick(means[0] ?? id);
  }

  /** Click exactly this id. */
  pick(id: string): void {
    this.question = [];
    const result = choose.click(this.#table.scene!, this.choices, this.path, id);
    if (result.to === "path") this.path = result.path;
    else if (result.to === "illegal") void this.#refuse(result.path);
    else if (result.choice.gives_up) this.unconfirmed = result;
    else void this.act(result.choice, result.path);
  }

  /** The answer to a confirmation. */
  confirm(yes: boolean): void {
    const asked = this.unconfirmed;
    this.unconfirmed = undefined;
    if (yes && asked) void this.act(asked.choice, asked.path);
  }

  /** Undo the last click; false if there was none. */
  drop(): boolean {
    const had = this.path.length > 0 || this.question.length > 0;
    if (this.question.length > 0) this.question = [];
    else this.path = this.path.slice(0, -1);
    return had;
  }

  /** Do an action; true if it was done. Clicks made meanwhile follow if the seat is still to act. */
  async act(choice: Doable, path: string[]): Promise<boolean> {
    const seat = this.#turn?.seat;
    this.path = path;
    this.#acting += 1;
    const done = await this.#table.act(choice).finally(() => (this.#acting -= 1));
    this.path = [];
    this.inHand = done && choice.lifts ? path.at(-1) : undefined;
    this.#clicked = "";
    const queued = this.#queued.splice(0);
    if (done && this.#turn?.seat === seat) queued.forEach((id) => this.touch(id));
    return done;
  }

  // An impossible action has no effect: the path is dropped, and the reason is shown.
  async #refuse(path: string[]): Promise<void> {
    this.path = [];
    this.#tell(await this.#reason(path), path.at(-1)!);
  }

  async #reason(path: string[]): Promise<Reason | undefined> {
    const seat = this.#turn?.seat;
    // Without the reason the click simply has no effect.
    return seat === undefined ? undefined : courtesy(this.#table.why(seat, path));
  }

  #tell(reason: Reason | undefined, id: string): void {
    if (reason) this.#table.tips.refuse(id, reason);
  }

  // ---------------------------------------------------------------- dragging

  /** True if a press on this id could begin a drag. */
  liftable(id: string): boolean {
    if (this.next.has(id) || this.path.at(-1) === id) return true;
    return choose.reach(this.#table.scene!, this.choices, this.path).has(id);
  }

  /**
   * Click this id for a drag, if something can follow; false if not, or while clicks have no effect.
   * Where an action picks it up, a promise that says whether it succeeded.
   */
  lift(id: string): boolean | Promise<boolean> {
    if (this.#isClosed || this.#table.orders.busy) return false;
    if (this.path.at(-1) === id) return true;
    if (this.inHand === id && this.#placing(id)) return Promise.resolve(true);
    const result = choose.click(this.#table.scene!, this.choices, this.path, id);
    if (result.to === "choice" && result.choice.lifts && result.path.at(-1) === id) {
      this.#clicked = id;
      return this.act(result.choice, result.path);
    }
    if (result.to !== "path" || result.path.at(-1) !== id) return false;
    this.path = result.path;
    return true;
  }

  /**
   * Put what was picked up from `home` on a space. If that is impossible, or without a space, it
   * returns, and the reason is shown.
   */
  async setDown(home: string, space?: string): Promise<void> {
    const placing = space === undefined ? undefined : this.#placing(space);
    if (placing) return void (await this.act(placing, [space!]));
    const reason = space === undefined ? undefined : await this.#reason([space]);
    const back = this.#placing(home);
    if (back) await this.act(back, [home]);
    if (space !== undefined) this.#tell(reason, space);
  }

  // The action that puts down what is in hand.
  #placing(space: string): Doable | undefined {
    const choice = choose.complete(this.choices, [space]);
    return choice?.lifts ? undefined : choice;
  }

  // ---------------------------------------------------------------- new views

  /** A view is shown: keep the part of the selection that is still valid. */
  onShow(view: View, before: View | undefined): void {
    if (!choose.goesOn(view, before, this.path)) this.path = [];
    this.question = [];
    if (view.version !== before?.version) this.gestures = [];
    const asked = this.unconfirmed;
    const same = asked && view.turn?.choices.find((one) => one.do === asked.choice.do);
    this.unconfirmed = same?.gives_up && { choice: same, path: asked!.path };
  }

  /** Clear everything, as when another player takes the device. */
  reset(): void {
    this.#queued = [];
    this.#clicked = "";
    this.path = [];
    this.question = [];
    this.spot = [];
    this.gestures = [];
    this.unconfirmed = this.hover = this.looked = this.inHand = undefined;
  }
}
