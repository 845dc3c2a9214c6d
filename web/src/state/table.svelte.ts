/** Everything one open table knows and can do. The parts on the page only show it and call it. */
import { api, Refused } from "../api/client";
import * as choose from "../lib/choose";
import * as curtain from "../lib/curtain";
import type { Eyes, Lifted } from "../lib/curtain";
import { listen, type Wire } from "../api/live";
import { idsOfLast, mergeChat, mergeLog, thinkersOf } from "../lib/merge";
import type { ChatLine, Doable, GamePage, Gesture, LogLine, PastView } from "../api/protocol";
import type { Order, OrderBody } from "../api/protocol";
import type { Reason, Reckoning, Say, Scene, Thinking, View } from "../api/protocol";
import { speak, word } from "../lib/say";
import { handed } from "../table/holder";
import { reveal } from "../board/travel";
import { Latest, pause } from "../lib/waiting";
import { AnalysisState } from "./analysis.svelte";
import { Commands } from "./commands";
import { attempt, courtesy, forbidden, notices } from "./notices.svelte";
import { SeatOrders } from "./seats";
import { settings } from "./settings.svelte";
import { t } from "./words.svelte";

/** How long a change is left to be seen before the next one is shown, in milliseconds. */
const BEAT = 340;
/** How long what was revealed is left to be read before it takes effect, in milliseconds. */
const REVEAL = 1100;
/** More steps than this behind, and the table jumps to the present. */
const MOST_STAGED = 6;
/** How long after a failure the table is asked for again, in milliseconds. */
const AGAIN = 3000;

export class TableState extends Commands {
  readonly id: string;
  view = $state.raw<View>();
  page = $state.raw<GamePage>();
  scene = $state.raw<Scene>();
  log = $state.raw<LogLine[]>([]);
  chat = $state.raw<ChatLine[]>([]);
  past = $state.raw<PastView>();
  path = $state.raw<string[]>([]);
  hover = $state<string>();
  /** What the pointer is over, or the focus is on, whatever it means. */
  looked = $state<string>();
  /** What could be done in several actions at once; asked for when a turn is shown. */
  gestures = $state.raw<readonly Gesture[]>([]);
  /** Whether a gesture is being made, action by action. */
  walking = $state(false);
  /** Whether something that lay face down has just been turned over; nothing can be done meanwhile. */
  revealing = $state(false);
  spot = $state.raw<readonly string[]>([]);
  wire = $state<Wire>("connecting");
  wasLive = $state(false);
  busy = $state(false);
  /** The id of what was taken in hand by an action, until the next one. */
  inHand = $state<string>();
  /** Whether several actions are done one after another; touches mean nothing then. */
  working = $state(false);
  missing = $state(false);
  /** Why the table could not be loaded. */
  failed = $state.raw<unknown>();
  /** Whether the page still shows this table. */
  present = true;
  question = $state.raw<string[]>([]);
  /** A choice that gives up something for good, and waits to be confirmed. */
  sure = $state.raw<{ choice: Doable; path: string[] }>();
  thinking = $state.raw<Thinking>({});
  readonly analysis: AnalysisState;
  readonly orders = new SeatOrders(this);
  /** At a shared device: the seat behind whose curtain one is. */
  lifted = $state.raw<Lifted>();
  /** Whether the curtain has just fallen or is being lifted: nothing is known of the table yet. */
  veiled = $state(false);
  /** Whether all look at the table together, with no more to see than a spectator. */
  together = $state(false);
  /** Seats whose persons were waited for too long; a bot may be put there. */
  absent = $state.raw<readonly number[]>([]);
  /** The seat that is about to be given to a bot, or given up. */
  handing = $state.raw<{ seat: number; to: "bot" | "nobody" }>();

  #stop: (() => void) | undefined;
  #queue: View[] = [];
  #draining = false;
  #drained = Promise.resolve();
  readonly #walk = new Latest();
  // Counts the times that the curtain was lifted or fell: what was asked before is not shown.
  #sight = 0;
  readonly #told = new curtain.Told();
  // Touches made while an action was under way, and the one before them.
  #later: string[] = [];
  #touched = "";

  constructor(id: string) {
    super();
    this.id = id;
    this.analysis = new AnalysisState(this);
  }

  // ---------------------------------------------------------------- coming and going

  /** Load the table and its game, then listen. */
  async enter(): Promise<void> {
    this.failed = undefined;
    try {
      // Asking who one is makes a newcomer known, before a window is opened in his name.
      const [view] = await Promise.all([api.view(this.id, this.eyes), api.me()]);
      this.page = await api.game(view.game);
      this.#take(view);
      this.#listen(view.version);
    } catch (error) {
      this.missing = error instanceof Refused && error.kind === "unknown-table";
      if (!this.missing) this.#retry(error);
    }
  }

  // What was refused is not asked for again by itself; a server that does not answer is, while one looks.
  #retry(error: unknown): void {
    this.failed = error;
    this.wire = "lost";
    if (error instanceof Refused && error.problem.status < 500) return;
    const again = (): void =>
      void (this.#stop ?? (document.hidden ? setTimeout(again, AGAIN) : this.enter()));
    setTimeout(again, AGAIN);
  }

  #listen(since?: number): void {
    this.#stop = listen(api.eventsUrl(this.id, this.eyes, since), {
      view: (view) => this.#take(view),
      chat: (line) => this.#hear(line),
      presence: ({ online, absent }) => this.#present(online, absent),
      thinking: (thinking) => (this.thinking = thinking),
      wire: (wire) => this.#wired(wire),
      refused: () => void this.#look().catch(forbidden),
    });
  }

  #wired(wire: Wire): void {
    if (wire === "live" && this.wasLive)
      void this.refresh(this.#told.since(this.eyes, this.veiled ? undefined : this.view));
    this.wire = wire;
    this.wasLive ||= wire === "live";
  }

  #hear(line: ChatLine): void {
    this.chat = mergeChat(this.chat, [line]);
    // Who settled a promise made to him knows it.
    const own = line.to !== undefined && this.mine.includes(line.seat!);
    if (line.what && !own) notices.show(handed(line, this.seatName(line.seat!)));
  }

  #present(online: boolean[], absent: number[] = []): void {
    this.absent = absent;
    if (!this.view) return;
    const seats = this.view.seats.map((seat, n) => ({ ...seat, online: online[n] ?? false }));
    this.view = { ...this.view, seats };
  }

  /** Ask for the present state, for when something may have been missed. */
  async refresh(since?: number): Promise<void> {
    await attempt(this.#look(since));
  }

  async #look(since?: number): Promise<void> {
    const sight = this.#sight;
    const view = await api.view(this.id, this.eyes, since);
    if (sight === this.#sight) this.#take(view);
  }

  leave(): void {
    this.#stop?.();
    this.#stop = () => undefined;
    this.present = false;
    this.analysis.stop();
  }

  // ---------------------------------------------------------------- views, one after another

  #take(view: View): void {
    if (!curtain.fits(view, this.lifted?.seat)) return;
    if (this.lifted?.looks === 0) this.lifted = { ...this.lifted, looks: view.version };
    if (this.lifted && (curtain.falls(view, this.lifted) || !view.seats[this.lifted.seat]?.you)) {
      return void this.#see(undefined, view);
    }
    // Where the device is not shared any more, it is another seat's log that follows.
    if (this.view && this.view.shared !== view.shared && view.log.start > 0)
      return void this.refresh();
    if (curtain.isOlder(view, this.#queue.at(-1) ?? this.view)) return;
    this.#queue.push(view);
    if (!this.#draining) this.#drained = this.#drain();
  }

  async #drain(): Promise<void> {
    this.#draining = true;
    for (let view = this.#queue.shift(); view; view = this.#queue.shift()) {
      if (curtain.isOlder(view, this.view)) continue;
      const sight = this.#sight;
      if (this.#queue.length === 0) await this.#stage(view);
      if (sight === this.#sight) await this.#turnOver(view.scene);
      if (sight !== this.#sight) continue;
      const moved = this.#show(view);
      if (moved && !settings.still && this.#queue.length > 0) await pause(BEAT);
    }
    this.#draining = false;
  }

  // What happened since the last view is played in order before the present is shown.
  async #stage(view: View): Promise<void> {
    const from = this.view?.step ?? view.step;
    const behind = view.step - from;
    if (behind < 2 || behind > MOST_STAGED || settings.still || this.past || from === 0) return;
    // When a game is over, steps that were hidden are counted too, and the log comes anew.
    if (view.status !== this.view?.status && view.log.start === 0) return;
    const sight = this.#sight;
    if (this.veiled) return;
    for (let step = from + 1; step < view.step; step++) {
      try {
        const { scene } = await api.past(this.id, step, this.eyes);
        if (sight !== this.#sight) return;
        await this.#turnOver(scene);
        if (sight !== this.#sight) return;
        this.scene = scene;
      } catch (error) {
        return forbidden(error);
      }
      await pause(BEAT);
    }
  }

  // What lay face down is seen for a moment before it takes effect.
  async #turnOver(scene: Scene): Promise<void> {
    const moment =
      this.past || this.veiled || settings.still || !this.scene
        ? undefined
        : reveal(this.scene, scene);
    if (!moment) return;
    this.scene = moment;
    this.revealing = true;
    await pause(REVEAL);
    this.revealing = false;
  }

  #show(view: View): boolean {
    const moved = this.view !== undefined && view.step !== this.view.step;
    if (this.view && view.step < this.view.step) this.analysis.forget();
    const over = view.status === "over" && this.view?.status === "running";
    if (over && this.chat.some((line) => line.promise)) void this.refresh(); // its step is counted anew
    if (!choose.goesOn(view, this.view, this.path)) this.path = [];
    this.question = [];
    if (view.log.start > this.log.length) void this.refresh();
    this.log = mergeLog(this.log, view.log);
    this.chat = mergeChat(this.chat, view.chat ?? []);
    if (view.version !== this.view?.version) this.gestures = [];
    const meant = this.sure && view.turn?.choices.find((one) => one.do === this.sure?.choice.do);
    this.sure = meant?.gives_up && { choice: meant, path: this.sure!.path };
    this.view = view;
    this.veiled = false;
    if (!this.past) this.scene = view.scene;
    if (this.#queue.length === 0) void this.#askGestures(view);
    void this.orders.bringNonce(view).then((answer) => answer && this.#take(answer));
    if (moved && this.past) this.past = { ...this.past, last: view.step };
    return moved;
  }

  // ---------------------------------------------------------------- what follows from the view

  choices = $derived.by((): readonly Doable[] =>
    this.past || this.busy || this.walking || this.revealing || !this.view?.turn
      ? []
      : [...this.view.turn.choices, ...this.gestures],
  );
  next = $derived.by((): ReadonlySet<string> => new Set(choose.nextIds(this.choices, this.path)));
  /** Whether what is picked can go on to a place of the board. */
  moves = $derived.by((): boolean =>
    (this.scene?.spaces ?? []).some((space) => this.next.has(space.id)),
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
  /** The arithmetic of what the pointer is over, of all that could be begun, or of what was fought last. */
  reckonings = $derived.by((): readonly Reckoning[] =>
    this.aimed?.reckoning
      ? [this.aimed.reckoning]
      : choose.reckonings(this.scene, this.choices, this.path),
  );
  /** What it costs to end on a place: from what is picked, else from what the pointer is over. */
  prices = $derived.by((): ReadonlyMap<string, number> => {
    const from =
      this.path.length > 0 || !this.hover || !this.next.has(this.hover) ? this.path : [this.hover];
    return choose.prices(this.choices, from);
  });
  /** Ids touched by the last move, or by the step looked at. */
  last = $derived.by(
    (): ReadonlySet<string> => new Set(this.past ? this.past.ids : idsOfLast(this.log)),
  );
  lit = $derived.by((): ReadonlySet<string> => new Set((this.scene?.lit ?? []).flat()));
  mine = $derived.by((): number[] =>
    (this.view?.seats ?? []).flatMap((seat, n) => (seat.you ? [n] : [])),
  );
  /** Those of them that one plays oneself. */
  played = $derived.by((): number[] => this.mine.filter((seat) => !this.view!.seats[seat]!.bot));
  yourTurn = $derived(this.view?.turn !== undefined && this.view.status === "running");
  /** The table waits for one of these seats: who merely may do something is not called. */
  called = $derived(this.yourTurn && this.mine.some((seat) => this.view!.awaited.includes(seat)));
  watching = $derived(this.view !== undefined && this.mine.length === 0);
  step = $derived(this.past?.step ?? this.view?.step ?? 0);
  lastStep = $derived(this.view?.step ?? 0);
  /** The seats to which a shared device may be passed: those that have to decide. */
  passed = $derived.by((): number[] => (this.view?.shared ? curtain.nextSeats(this.view) : []));
  /** Whether the curtain is down before somebody who has to decide. */
  down = $derived(
    this.veiled || (!this.lifted && !this.together && !this.view?.open && this.passed.length > 0),
  );

  say(say: Say): string {
    return speak(this.page?.game.words ?? {}, say, settings.lang);
  }

  word(key: string): string | undefined {
    return word(this.page?.game.words ?? {}, key, settings.lang);
  }

  /** The sentence of the prompt line and the rule it rests on. */
  prompt = $derived.by((): { text: string; rule?: string } => {
    const turn = this.view?.turn;
    if (!turn) return { text: "" };
    const key = choose.askKey(this.choices, this.path);
    const asked = key && this.word(key);
    if (!asked) return { text: this.say(turn.prompt.say), rule: turn.prompt.rule };
    const kind = choose.matching(this.choices, this.path)[0]!.kind;
    return { text: asked, rule: this.page?.kinds[kind] };
  });

  /** The bots that think, each with the share of its time that is used where that is known. */
  thinkers = $derived(thinkersOf(this.view?.thinking ?? [], this.thinking.bots ?? []));

  /** What a side of the table is called: its own name, else a number. */
  seatName(seat: number): string {
    const side = this.view?.scene.sides.find((one) => one.seat === seat);
    return side ? this.say(side.name) : t("seat.n", { n: seat + 1 });
  }

  // ---------------------------------------------------------------- the curtain

  /** Whose eyes the page sees with. */
  get eyes(): Eyes {
    return this.lifted?.seat ?? "curtain";
  }

  /** Lift the curtain for a seat. */
  raise = (seat: number): Promise<void> =>
    this.#see({ seat, looks: this.passed.includes(seat) ? undefined : 0 });

  /** Let the curtain fall: nothing of any seat stays on the page. */
  lower = (): Promise<void> => this.#see(undefined);

  async #see(lifted: Lifted | undefined, now = this.view): Promise<void> {
    if (!now || !this.present) return;
    this.#sight++;
    if (!this.veiled) this.#told.keep(this.eyes, this.view!, this.log); // else other eyes counted the version
    this.lifted = lifted;
    this.#forget(curtain.veiled(now));
    this.#stop?.();
    this.#listen(this.#told.since(this.eyes));
    await this.refresh(this.#told.since(this.eyes));
  }

  #forget(left: View): void {
    this.veiled = true;
    this.revealing = false;
    this.together = false;
    this.#queue = [];
    this.#later = [];
    this.view = left;
    this.live();
    Object.assign(this, {
      log: this.#told.log(this.eyes),
      chat: [],
      path: [],
      question: [],
      sure: undefined,
      gestures: [],
      spot: [],
      handing: undefined,
    });
    this.hover = this.looked = this.inHand = undefined;
    this.analysis.forget();
    this.analysis.switch(false);
    notices.clear("info");
  }

  // ---------------------------------------------------------------- clicks

  /** A touch on a space, a piece or a verb: what it means is asked of the choices. */
  touch(id: string): void {
    if (this.working || this.past || this.sure || !this.scene || !this.view?.turn) return;
    const again = this.#touched === id;
    this.#touched = id;
    if (this.busy) {
      // What is touched meanwhile waits for the view; the same thing once more is a double click.
      if (!again) this.#later.push(id);
      return;
    }
    const means = choose.touched(this.scene, this.choices, this.path, id);
    if (means.length > 1) this.question = means;
    else this.pick(means[0] ?? id);
  }

  /** Click exactly this id. */
  pick(id: string): void {
    this.question = [];
    const result = choose.click(this.scene!, this.choices, this.path, id);
    if (result.to === "path") this.path = result.path;
    else if (result.to === "choice") this.#mean(result.choice, result.path);
    else void this.#refuse(result.path);
  }

  // A whole choice: it is done, unless it gives something up, which is asked first.
  #mean(choice: Doable, path: string[]): void {
    if (choice.gives_up) this.sure = { choice, path };
    else void this.act(choice, path);
  }

  /** The answer to whether something is to be given up. */
  confirm(yes: boolean): void {
    const asked = this.sure;
    this.sure = undefined;
    if (yes && asked) void this.act(asked.choice, asked.path);
  }

  // What cannot be done does nothing: what was in hand is let go, and the reason is shown.
  async #refuse(path: string[]): Promise<void> {
    this.path = [];
    await this.#why(path);
  }

  /** Whether a press on this id could be the beginning of a drag. */
  liftable(id: string): boolean {
    if (this.next.has(id) || this.path.at(-1) === id) return true;
    return choose.reach(this.scene!, this.choices, this.path).has(id);
  }

  /**
   * Click this id for dragging, if something can follow; false when it is no such thing. A promise
   * where an action takes it in hand: whether that was done.
   */
  lift(id: string): boolean | Promise<boolean> {
    if (this.inHand === id && this.#put(id)) return Promise.resolve(true);
    const result = choose.click(this.scene!, this.choices, this.path, id);
    if (result.to === "choice" && result.choice.lifts && result.path.at(-1) === id) {
      this.#touched = id;
      return this.act(result.choice, result.path);
    }
    if (result.to !== "path" || result.path.at(-1) !== id) return false;
    this.path = result.path;
    return true;
  }

  /**
   * Set down on a place what was taken in hand from `home`. Where it cannot lie, or without a place,
   * it is put back, and the reason is shown.
   */
  async setDown(home: string, place?: string): Promise<void> {
    const put = place === undefined ? undefined : this.#put(place);
    if (put) return void (await this.act(put, [place!]));
    const reason = place === undefined ? undefined : await this.#reason([place]);
    const back = this.#put(home);
    if (back) await this.act(back, [home]);
    if (reason) notices.show(this.say(reason.say), "info", reason.rule);
  }

  // The action that sets down what is in hand.
  #put(place: string): Doable | undefined {
    const choice = choose.complete(this.choices, [place]);
    return choice?.lifts ? undefined : choice;
  }

  /** Let the last click go; false when there was none. */
  drop(): boolean {
    const had = this.path.length > 0 || this.question.length > 0;
    if (this.question.length > 0) this.question = [];
    else this.path = this.path.slice(0, -1);
    return had;
  }

  async #why(path: string[]): Promise<void> {
    const reason = await this.#reason(path);
    if (reason) notices.show(this.say(reason.say), "info", reason.rule);
  }

  async #reason(path: string[]): Promise<Reason | undefined> {
    const seat = this.view?.turn?.seat;
    // The reason is a courtesy: without it the click simply has no effect.
    return seat === undefined ? undefined : courtesy(this.ask(seat, path));
  }

  /** Ask why a path cannot be clicked. */
  protected ask(seat: number, path: string[]): Promise<Reason> {
    return api.why(this.id, seat, path);
  }

  // ---------------------------------------------------------------- doing things

  /** Do an action; whether it was done. Touches made meanwhile follow if the seat is still to act. */
  async act(choice: Doable, path: string[]): Promise<boolean> {
    const turn = this.view?.turn;
    if (!turn) return false;
    this.path = path;
    notices.clear();
    const done = await this.#do(turn.seat, typeof choice.do === "string" ? [choice.do] : choice.do);
    this.path = [];
    this.inHand = done && choice.lifts ? path.at(-1) : undefined;
    const later = this.#later.splice(0);
    if (done && this.view?.turn?.seat === turn.seat) later.forEach((id) => this.touch(id));
    return done;
  }

  // One action after another, as long as the seat is to act.
  async #do(seat: number, texts: readonly string[]): Promise<boolean> {
    this.walking = texts.length > 1;
    let done = true;
    for (const text of texts) {
      done &&= this.view?.turn?.seat === seat;
      done &&= await this.post("actions", { seat, do: text, at: this.view!.version });
    }
    this.walking = false;
    return done;
  }

  async #askGestures(view: View): Promise<void> {
    if (!view.turn || !this.page?.gestures) return;
    const sight = this.#sight;
    // Without them everything can still be done, one action after another.
    const found = await courtesy(api.gestures(this.id, view.turn.seat));
    if (!found || sight !== this.#sight || !this.view) return;
    if (curtain.answers(found.version, this.view, view)) this.gestures = found.gestures;
  }

  /** Step back: first the clicks, then, within one's turn, the last action. */
  async back(): Promise<void> {
    if (this.drop() || !this.view?.can.back || !this.view.turn) return;
    await this.post("back", { seat: this.view.turn.seat, at: this.view.version });
  }

  /** Whether it was done; with an answer the page is busy until that is shown. */
  async post<What extends Order>(what: What, body: OrderBody<What>): Promise<boolean> {
    const holds = what !== "chat" && what !== "promise";
    if (holds) this.busy = true;
    try {
      const answer = (await api.do(this.id, what, body, this.eyes)) as View | undefined;
      if (answer && "scene" in answer) this.#take(answer);
      else if (this.wire !== "live") await this.refresh();
      if (holds) await this.#drained;
      return true;
    } catch (error) {
      if (error instanceof Refused) await this.refresh();
      notices.problem(error);
      return false;
    } finally {
      if (holds) this.busy = false;
    }
  }

  // ---------------------------------------------------------------- reading the past

  /** Look at the table after `step` entries; the last one is the present. */
  async look(step: number): Promise<void> {
    if (!this.view) return;
    const wanted = Math.max(0, Math.min(step, this.view.step));
    this.path = [];
    if (wanted === this.view.step) return this.live();
    const past = await this.#walk.answer(wanted, attempt(api.past(this.id, wanted, this.eyes)));
    if (!past) return;
    this.past = past;
    this.scene = past.scene;
  }

  /** So many steps on from the one looked at, or from the one that is on its way. */
  walk(by: number): Promise<void> {
    return this.look((this.#walk.goal ?? this.step) + by);
  }

  /** Back to the present. */
  live(): void {
    this.#walk.drop();
    this.past = undefined;
    if (this.view) this.scene = this.view.scene;
  }
}
