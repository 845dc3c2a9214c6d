/** A lesson: a table without a game on the server; each step waits for the action it teaches. */
import { api, Refused } from "../../api/client";
import type {
  ShownAction,
  Doable,
  GamePage,
  Lesson,
  LessonStep,
  LogLine,
  Options,
  Reason,
  Scene,
} from "../../api/protocol";
import { pause } from "../../lib/waiting";
import { againstBots } from "../seats/holder";
import { TableState } from "../store/table.svelte";
import { notices } from "../../state/notices.svelte";
import { settings } from "../../state/settings.svelte";
import { t } from "../../state/words.svelte";

/** How long an action is shown before it is answered, in milliseconds. */
const BEAT = 700;

export class LessonState extends TableState {
  readonly game: string;
  readonly key: string;
  lesson = $state.raw<Lesson>();
  /** The step shown, from 0; after the last one the lesson is over. */
  n = $state(0);
  /** The result of the last try in this step. */
  verdict = $state<"open" | "right" | "wrong">("open");
  /** The reason why the lesson cannot be shown. */
  problem = $state.raw<unknown>();

  #name = "";
  /** The scene and log at the beginning of each step reached so far. */
  #begins: { scene: Scene; log: LogLine[] }[] = [];

  constructor(game: string, key: string) {
    super(`lesson-${game}-${key}`);
    this.game = game;
    this.key = key;
  }

  override async enter(): Promise<void> {
    this.problem = undefined;
    try {
      const [{ lesson, page }, me] = await Promise.all([
        this.fetch(),
        // The lesson works without a connection.
        api.me().catch(() => undefined),
      ]);
      this.#name = me?.name ?? t("offline.name");
      this.page = page;
      this.lesson = lesson;
      this.restart();
    } catch (error) {
      this.connection.missing = error instanceof Refused && error.problem.status === 404;
      this.problem = error;
    }
  }

  /** The lesson and its game. */
  protected async fetch(): Promise<{ lesson: Lesson; page: GamePage }> {
    const asked = [api.lesson(this.game, this.key), api.game(this.game)] as const;
    const [lesson, page] = await Promise.all(asked);
    return { lesson, page };
  }

  restart = (): void => {
    this.#begins = [];
    this.#begin(0);
  };

  step = $derived.by((): LessonStep | undefined => this.lesson?.steps[this.n]);
  isOver = $derived(this.lesson !== undefined && this.n >= this.lesson.steps.length);
  /** True if this step is only to be read. */
  isToRead = $derived(this.step !== undefined && !this.step.turn);

  /** True if this step is done. */
  canGoOn = $derived(!this.isOver && (this.isToRead || this.verdict === "right"));

  /** The game to play after the lesson: its preset, and the user's seat. */
  get opening(): { seat: number; options: Options } {
    const row = this.page?.game.lessons?.find((one) => one.key === this.key);
    return { seat: this.lesson!.seat, options: row?.options ?? this.lesson!.options };
  }

  /** The weakest bot that plays to win; it takes the other seats, and plays the game afterwards. */
  rival = $derived.by((): string => {
    const bots = this.page?.game.bots ?? [];
    return bots.find((name) => name !== "random") ?? "random";
  });

  /** A text in the reader's language. */
  tell(text: Record<string, string> | undefined): string {
    return text?.[settings.lang] ?? "";
  }

  // ---------------------------------------------------------------- steps

  #begin(n: number): void {
    const step = this.lesson!.steps[n];
    const last = { scene: this.timeline.scene!, log: this.timeline.log };
    const began =
      this.#begins[n] ?? (step?.scene ? { scene: step.scene, log: step.log ?? [] } : last);
    this.#begins[n] = began;
    this.n = n;
    this.verdict = "open";
    this.selection.reset();
    this.timeline.log = began.log;
    this.#show(began.scene);
    this.selection.spot = step?.points ?? [];
  }

  /** Continue: the actions after a step that was only read happen first. */
  next = async (): Promise<void> => {
    if (this.orders.busy || !this.step) return;
    if (this.isToRead) await this.#play(this.step.answers[""] ?? []);
    else if (this.verdict !== "right") return;
    this.#begin(this.n + 1);
  };

  /** Show the previous step again. */
  previous = (): void => {
    if (!this.orders.busy && this.n > 0) this.#begin(this.n - 1);
  };

  override async act(choice: Doable): Promise<boolean> {
    const step = this.step;
    if (this.orders.busy || !step?.turn || typeof choice.do !== "string") return false;
    notices.clear();
    const found = step.answers[choice.do];
    this.selection.path = [];
    if (!found) {
      this.verdict = "wrong";
      return false;
    }
    this.selection.spot = [];
    await this.#play(found);
    this.verdict = "right";
    return true;
  }

  async #play(parts: ShownAction[]): Promise<void> {
    this.orders.busy = true;
    try {
      for (const [n, part] of parts.entries()) {
        if (n > 0 && !settings.still) await pause(BEAT);
        this.timeline.log = [...this.timeline.log, ...part.log];
        this.#show(part.scene, false);
      }
    } finally {
      this.orders.busy = false;
    }
  }

  /** Start the step again. */
  again = (): void => {
    if (!this.orders.busy && this.verdict !== "open") this.#begin(this.n);
  };

  override async back(): Promise<void> {
    if (!this.selection.drop()) this.again();
  }

  override why(_seat: number, path: string[]): Promise<Reason> {
    return api.lessonWhy(this.game, this.key, this.n, path);
  }

  // ---------------------------------------------------------------- what is shown

  #show(scene: Scene, isOpen = true): void {
    const { seat, options, game } = this.lesson!;
    const turn = isOpen ? this.step?.turn : undefined;
    this.showBoard(this.timeline.log.at(-1)?.step ?? 0, {
      game,
      options,
      viewer: seat,
      seats: againstBots(scene, seat, this.#name, this.rival),
      must_act: turn ? [seat] : [],
      scene,
      ...(turn && { turn }),
    });
  }
}
