/** One table in this browser, composed of its stores. Components display them and call them. */
import { api } from "../../api/client";
import type { Doable, GamePage, LogLine, Reason, Say, Scene } from "../../api/protocol";
import type { Thinking, View } from "../../api/protocol";
import { askKey, matching } from "../../lib/play/choose";
import { isCurrent } from "../../lib/play/hotseat";
import { thinkersOf } from "../../lib/play/merge";
import { speak, word } from "../../lib/say";
import type { Lang } from "../../lib/template";
import type { Marking } from "../board/input/marking.svelte";
import type { Hint } from "../board/hints";
import { CoachState } from "../coach/coach.svelte";
import { attempt, courtesy, notices } from "../../state/notices.svelte";
import { settings } from "../../state/settings.svelte";
import { t } from "../../state/words.svelte";
import { ChatStore } from "./chat.svelte";
import { ClockStore } from "./clocks.svelte";
import { Connection } from "./connection.svelte";
import { Hotseat } from "./hotseat.svelte";
import { Orders } from "./orders.svelte";
import { Passing } from "./passing.svelte";
import { People } from "./people.svelte";
import { Plan } from "./plan.svelte";
import { Seats } from "./seats.svelte";
import { Selection } from "./selection.svelte";
import { Timeline } from "./timeline.svelte";
import { Tips } from "../board/tip/tips.svelte";

/** The analysis of a table, as far as the table knows it. */
export interface Analyst {
  readonly allowed: boolean;
  /** What it marks on the board. */
  readonly hints: readonly Hint[];
  /** The table is left. */
  stop(): void;
  /** The game, or the seat that looks on, has changed. */
  forget(): void;
  switch(on: boolean): void;
}

export class TableState {
  readonly id: string;
  /** True where the page only watches, whatever seats the user holds. */
  readonly watches: boolean;
  /** The game: its words, rules and options. */
  page = $state.raw<GamePage>();
  /** What is known of the thinking bots; it arrives apart from the views. */
  thinking = $state.raw<Thinking>({});
  /** True while the page shows this table. */
  present = true;
  readonly connection = new Connection(this);
  readonly timeline = new Timeline(this);
  readonly selection = new Selection(this);
  readonly hotseat = new Hotseat(this);
  readonly chat = new ChatStore(this);
  readonly seats = new Seats(this);
  readonly clocks = new ClockStore(this);
  readonly orders = new Orders(this);
  readonly passing = new Passing(this);
  readonly plan = new Plan(this);
  /** The analysis, on the page that has one. */
  analysis: Analyst | undefined;
  /** What is explained at the pointer. */
  readonly tips = new Tips();
  readonly coach = new CoachState(this);
  /** Marks that people draw on the board, on pages that have them. */
  readonly marking: Marking | undefined = undefined;
  /** False on pages where nobody sits at the board. */
  readonly hasPlayers: boolean = true;
  /** The players' ratings, and whether the game is rated. */
  readonly people: People;

  constructor(id: string, watches = false) {
    this.id = id;
    this.people = new People(id);
    this.watches = watches;
  }

  get view(): View | undefined {
    return this.timeline.view;
  }

  get scene(): Scene | undefined {
    return this.timeline.scene;
  }

  // ---------------------------------------------------------------- coming and going

  /** Load the table and its game, then listen. */
  enter(): Promise<void> {
    return this.connection.enter(async () => {
      // Requesting the user registers a newcomer before a stream is opened.
      const met = this.watches ? undefined : api.me();
      const asked = [api.view(this.id, this.hotseat.perspective), met] as const;
      const [view] = await Promise.all(asked);
      this.page = await api.game(view.game);
      this.take(view);
      return view.version;
    });
  }

  /** Show a position that this page has put together, of a table that no server keeps. */
  protected showBoard(
    step: number,
    shown: Pick<View, "game" | "options" | "viewer" | "seats" | "must_act" | "scene"> &
      Partial<View>,
  ): void {
    this.timeline.view = {
      id: this.id,
      status: shown.outcome ? "over" : "running",
      version: step,
      step,
      thinking: [],
      log: { start: 0, lines: [] },
      can: {},
      dice: { commit: "", nonces: [] },
      ...shown,
    };
    this.timeline.scene = shown.scene;
  }

  leave(): void {
    this.connection.close();
    this.present = false;
    this.clocks.leave();
    this.analysis?.stop();
  }

  /** Fetch the present state, in case something was missed. */
  async refresh(since?: number): Promise<void> {
    await attempt(this.load(since));
  }

  /** The same; the caller handles a failure. */
  async load(since?: number): Promise<void> {
    const { epoch, perspective } = this.hotseat;
    const view = await api.view(this.id, perspective, since);
    if (epoch === this.hotseat.epoch) this.take(view);
  }

  // ---------------------------------------------------------------- views

  /** A view has arrived. */
  take(view: View): void {
    if (!this.present) return;
    // Clocks depend on public information and continue whatever is shown.
    this.clocks.hear(view);
    const verdict = this.hotseat.judge(view);
    if (verdict === "foreign") return;
    if (verdict === "hide") return void this.hotseat.hide(view);
    // If the device is no longer shared, the log that follows belongs to another seat.
    const hasChanged = this.view !== undefined && this.view.shared !== view.shared;
    if (hasChanged && view.log.start > 0) return void this.refresh();
    this.timeline.take(view);
  }

  /** The timeline shows a view: the other stores follow. */
  onShow(view: View, before: View | undefined, hasGap: boolean): void {
    if (before && view.step < before.step) this.analysis?.forget();
    // At the end of a game the steps of promises are numbered differently.
    const isOver = view.status === "over" && before?.status === "running";
    if (hasGap || (isOver && this.chat.hasPromises)) void this.refresh();
    this.clocks.show(view);
    this.selection.onShow(view, before);
    void this.plan.onShow(view);
    if (view.version !== before?.version) this.tips.refusal = undefined;
    this.coach.onShow(view, before);
    void this.people.onShow(view);
    this.chat.merge(view.chat ?? []);
    this.hotseat.isBlank = false;
    if (this.timeline.isCaughtUp) void this.#askGestures(view);
    void this.seats.bringNonce(view).then((answer) => answer && this.take(answer));
  }

  /** The page changes perspective: drop what belongs to the old one, and load the new one. */
  async onSwitch(left: View, log: LogLine[], since: number | undefined): Promise<void> {
    this.timeline.reset(left, log);
    this.selection.reset();
    this.tips.hide();
    this.chat.reset();
    this.seats.handover = undefined;
    this.analysis?.forget();
    this.analysis?.switch(false);
    this.coach.forget();
    notices.clear("info");
    this.connection.listen(since);
    await this.refresh(since);
  }

  setPresence(online: boolean[], absent: number[] = []): void {
    this.seats.absent = absent;
    if (!this.view) return;
    const seats = this.view.seats.map((seat, n) => ({ ...seat, online: online[n] ?? false }));
    this.timeline.view = { ...this.view, seats };
  }

  async #askGestures(view: View): Promise<void> {
    if (!view.turn || !this.page?.gestures) return;
    const { epoch } = this.hotseat;
    // Without them everything is still possible, one action after another.
    const found = await courtesy(api.gestures(this.id, view.turn.seat));
    if (!found || epoch !== this.hotseat.epoch || !this.view) return;
    if (isCurrent(found.version, this.view, view)) this.selection.gestures = found.gestures;
  }

  // ---------------------------------------------------------------- actions

  /** Do an action that has been chosen; true if it was done. */
  async act(choice: Doable): Promise<boolean> {
    if (this.plan.turn && !this.view?.turn) {
      this.plan.choose(choice);
      return true;
    }
    this.passing.onAct(typeof choice.do === "string" ? choice.do : choice.do[0]!);
    const actions = typeof choice.do === "string" ? 1 : choice.do.length;
    return this.coach.follow(() => this.orders.act(choice), actions);
  }

  /** Do the action that only continues. */
  async goOn(text: string): Promise<void> {
    const choice = this.view?.turn?.choices.find((one) => one.do === text);
    if (choice) await this.act(choice);
  }

  /** Undo: first the clicks, then the last action of the turn. */
  async back(): Promise<void> {
    if (!this.selection.drop()) await this.orders.back();
  }

  /** Ask why a path cannot be clicked. */
  why(seat: number, path: string[]): Promise<Reason> {
    return api.why(this.id, seat, path);
  }

  /** The marks on the board: a hint that was requested, else those of the analysis. */
  hints = $derived.by((): readonly Hint[] => {
    const { hints } = this.coach;
    return hints.length > 0 ? hints : (this.analysis?.hints ?? []);
  });
  hinted = $derived.by((): ReadonlySet<string> => new Set(this.hints.flatMap(({ ids }) => ids)));

  // ---------------------------------------------------------------- texts

  yourTurn = $derived.by(() => this.view?.turn !== undefined && this.view.status === "running");
  /** True if the table waits for the user; a seat that may act but need not does not count. */
  called = $derived.by(
    () => this.yourTurn && this.seats.mine.some((seat) => this.view!.must_act.includes(seat)),
  );
  /** The thinking bots, each with the share of its time used, where known. */
  thinkers = $derived.by(() => thinkersOf(this.view?.thinking ?? [], this.thinking.bots ?? []));
  /** The sentence of the prompt line and its rule. */
  prompt = $derived.by((): { text: string; rule?: string | undefined } => {
    const turn = this.view?.turn ?? this.plan.turn;
    if (!turn) return { text: "" };
    const { choices, path } = this.selection;
    const key = askKey(choices, path);
    const said = turn.prompt.asks?.[path.join(" ")];
    const asked = said ? this.say(said) : key && this.word(key);
    if (!asked) return { text: this.say(turn.prompt.say), rule: turn.prompt.rule };
    return { text: asked, rule: this.page?.kinds[matching(choices, path)[0]!.kind] };
  });

  say(say: Say): string {
    return this.sayIn(settings.lang, say);
  }

  /** The same in a given language. */
  sayIn(lang: Lang, say: Say): string {
    return speak(this.page?.game.words ?? {}, say, lang);
  }

  word(key: string): string | undefined {
    return word(this.page?.game.words ?? {}, key, settings.lang);
  }

  /** The name of a thing of the scene. */
  nameOf(id: string): string {
    const { pieces = [], spaces = [], trays = [], verbs = [] } = this.scene ?? {};
    const found = [...pieces, ...spaces, ...trays, ...verbs].find((thing) => thing.id === id);
    return found ? this.say(found.label) : id;
  }

  /** The name of a seat's side: its own, else a number. */
  seatName(seat: number): string {
    const side = this.view?.scene.sides.find((one) => one.seat === seat);
    return side ? this.say(side.name) : t("seat.n", { n: seat + 1 });
  }
}
