/** What is shown of a game: the present or an earlier step, and the log up to it. */
import { api } from "../../api/client";
import type { LogLine, PastView, Scene, View } from "../../api/protocol";
import { idsOfLast, mergeLog } from "../../lib/play/merge";
import { Latest } from "../../lib/waiting";
import { attempt, courtesy } from "../../state/notices.svelte";
import { settings } from "../../state/settings.svelte";
import { Staging, type Stage } from "./staging";
import type { TableState } from "./table.svelte";

/** Milliseconds after which a view that an order was answered with no longer comes by itself. */
const LATE = 1500;

export class Timeline implements Stage {
  /** The present, as far as it has been shown. */
  view = $state.raw<View>();
  /** The earlier step being viewed. */
  past = $state.raw<PastView>();
  /** The scene on the board: of the present, the past, or a step in between. */
  scene = $state.raw<Scene>();
  log = $state.raw<LogLine[]>([]);
  /** True while something that lay face down is shown; no action is possible meanwhile. */
  revealing = $state(false);
  /** How long a step is shown at least, in milliseconds: what moves has arrived by then. */
  pace = Infinity;
  readonly #table: TableState;
  readonly #staging = new Staging(this);
  readonly #latest = new Latest();
  /** The versions that are waited for, each with what is to be done once it has come. */
  readonly #awaited = new Map<(hasCome: boolean) => void, number>();

  constructor(table: TableState) {
    this.#table = table;
  }

  step = $derived.by((): number => this.past?.step ?? this.view?.step ?? 0);
  lastStep = $derived.by((): number => this.view?.step ?? 0);
  /** Ids touched by the last move, or by the last one up to the step being viewed. */
  lastIds = $derived.by((): ReadonlySet<string> => {
    const { past, log } = this;
    const until = past ? log.filter(({ step }) => step <= past.step) : log;
    return new Set([...(past?.ids ?? []), ...idsOfLast(until)]);
  });
  lit = $derived.by((): ReadonlySet<string> => new Set((this.scene?.lit ?? []).flat()));

  // ---------------------------------------------------------------- the present

  /** A view has arrived: show it after those before it. */
  take(view: View): void {
    this.#staging.push(view);
    for (const [end, version] of [...this.#awaited]) if (version <= view.version) end(true);
  }

  /** Resolves once a view of this version has arrived; false if it is long in coming. */
  reaches(version: number): Promise<boolean> {
    if ((this.newest?.version ?? 0) >= version) return Promise.resolve(true);
    return new Promise((tell) => {
      const end = (hasCome: boolean): void => {
        this.#awaited.delete(end);
        tell(hasCome);
      };
      this.#awaited.set(end, version);
      setTimeout(() => end(false), LATE);
    });
  }

  /** Resolves when all views that arrived have been shown. */
  get drained(): Promise<void> {
    return this.#staging.drained;
  }

  /** The last view that arrived, which may wait to be shown. */
  get newest(): View | undefined {
    return this.#staging.newest;
  }

  /** True if no further view waits. */
  get isCaughtUp(): boolean {
    return this.#staging.isEmpty;
  }

  show(view: View): boolean {
    const before = this.view;
    const moved = before !== undefined && view.step !== before.step;
    const hasGap = view.log.start > this.log.length;
    this.log = mergeLog(this.log, view.log);
    this.view = view;
    if (!this.past) this.scene = view.scene;
    if (moved && this.past) this.past = { ...this.past, last: view.step };
    this.#table.onShow(view, before, hasGap);
    return moved;
  }

  /** Drop everything that was shown; keep this view and log. */
  reset(view: View, log: LogLine[]): void {
    this.#staging.clear();
    this.revealing = false;
    this.log = log;
    this.view = view;
    this.live();
  }

  async sceneAt(step: number): Promise<Scene | undefined> {
    return (await courtesy(this.#ask(step)))?.scene;
  }

  get isStill(): boolean {
    return settings.still;
  }

  get isBlank(): boolean {
    return this.#table.hotseat.isBlank;
  }

  get epoch(): number {
    return this.#table.hotseat.epoch;
  }

  // ---------------------------------------------------------------- the past

  /** Show the table after `step` entries; the last one is the present. */
  async look(step: number): Promise<void> {
    if (!this.view) return;
    const wanted = Math.max(0, Math.min(step, this.view.step));
    this.#table.selection.path = [];
    if (wanted === this.view.step) return this.live();
    const past = await this.#latest.answer(wanted, attempt(this.#ask(wanted)));
    if (!past) return;
    this.past = past;
    this.scene = past.scene;
  }

  #ask(step: number): Promise<PastView> {
    return api.past(this.#table.id, step, this.#table.hotseat.perspective);
  }

  /** The step shown, or the one that is being loaded. */
  get headed(): number {
    return this.#latest.goal ?? this.step;
  }

  /** Move this many steps from there. */
  walk(by: number): Promise<void> {
    return this.look(this.headed + by);
  }

  /** Go back to the present. */
  live(): void {
    this.#latest.drop();
    this.past = undefined;
    if (this.view) this.scene = this.view.scene;
  }

  /** Continue from the step shown, at a new table. */
  fork = (step = this.step): Promise<void> => this.#table.orders.fork(step);
}
