/** A day's puzzle: a table at which tries are judged, and a defence answers as well as possible. */
import { api, Refused } from "../api/client";
import { standingKey, type Standing } from "./days";
import type {
  Doable,
  LogLine,
  Puzzle,
  ShownAction,
  Reason,
  Scene,
  Tried,
  Turn,
  View,
} from "../api/protocol";
import { today } from "../lib/now";
import { pause } from "../lib/waiting";
import { attempt, notices } from "../state/notices.svelte";
import { settings } from "../state/settings.svelte";
import { gather, remember } from "./solved";
import { againstBots } from "../tables/seats/holder";
import { TableState } from "../tables/store/table.svelte";
import { t } from "../state/words.svelte";

/** How long an action is shown before it is answered, in milliseconds. */
const BEAT = 650;
/** The bot with the perfect defence. */
const DEFENDER = "perfect";
/** The bot on seats that do not answer. */
const BYSTANDER = "samurai";

export class PuzzleState extends TableState {
  /** The key of the game; empty for the first one that has puzzles. */
  game = $state("");
  readonly day: string;
  puzzle = $state.raw<Puzzle>();
  /** The user's correct actions. */
  done = $state.raw<string[]>([]);
  /** All actions on the way, answers included. */
  line = $state.raw<ShownAction[]>([]);
  /** The result of the last try; a wrong one stays on the board until it is taken back. */
  tried = $state.raw<Tried>();
  hint = $state<string>();
  solved = $state(false);
  /** The help used: a hint, or the solution. */
  standing = $state<Standing>("solved");
  /** The reason why the puzzle cannot be shown. */
  problem = $state.raw<unknown>();

  #name = "";
  #before: { view: View; log: LogLine[] } | undefined;

  constructor(game: string, day: string) {
    super(`puzzle-${standingKey(game, day).replace("/", "-")}`);
    this.game = game;
    this.day = day;
  }

  override async enter(): Promise<void> {
    this.problem = undefined;
    try {
      const me = await api.me(); // an answer, which says what day it is
      const [puzzle, games] = await Promise.all([
        api.puzzle(this.game, this.day === "today" ? today() : this.day),
        this.game ? api.games() : [],
      ]);
      // An address may name the first game too: its results are the same ones.
      if (games.find((one) => one.puzzles)?.key === this.game) this.game = "";
      if (!this.game) gather(puzzle.game);
      this.#name = me.name;
      this.page = await api.game(puzzle.game);
      this.puzzle = puzzle;
      this.restart();
    } catch (error) {
      this.connection.missing =
        error instanceof Refused && (error.kind === "no-puzzle" || error.kind === "unreadable");
      this.problem = error;
    }
  }

  /** Start again; help that was used still counts. */
  restart = (): void => {
    const puzzle = this.puzzle!;
    Object.assign(this, {
      done: [],
      line: [],
      tried: undefined,
      hint: undefined,
      solved: false,
    });
    this.selection.reset();
    this.#before = undefined;
    this.timeline.log = puzzle.log;
    this.#show(puzzle.scene, puzzle.turn);
  };

  /** The side to move, which wins. */
  solver = $derived.by((): string => (this.puzzle ? this.seatName(this.puzzle.turn.seat) : ""));
  /** The question as a sentence. */
  question = $derived.by((): string => {
    const { puzzle } = this;
    if (!puzzle) return "";
    return puzzle.ask
      ? this.say(puzzle.ask)
      : t("puzzle.ask", { side: this.solver, n: puzzle.plies });
  });
  /** True if a wrong try is on the board. */
  wrong = $derived(this.tried !== undefined && !this.tried.right);
  /** The best answer to the last try. */
  reply = $derived(this.tried?.steps[1]);

  // ---------------------------------------------------------------- trying

  override async act(choice: Doable): Promise<boolean> {
    if (this.orders.busy || !this.view?.turn || typeof choice.do !== "string") return false;
    this.orders.busy = true;
    this.selection.spot = [];
    this.hint = undefined;
    notices.clear();
    try {
      await this.#play(
        await api.tryPuzzle(this.game, this.puzzle!.day, this.done, choice.do),
        choice.do,
      );
      return true;
    } catch (error) {
      notices.problem(error);
      return false;
    } finally {
      this.orders.busy = false;
    }
  }

  async #play(found: Tried, text: string): Promise<void> {
    this.#before = { view: this.view!, log: this.timeline.log };
    this.selection.path = [];
    this.tried = undefined;
    for (const [n, step] of found.steps.entries()) {
      if (n > 0 && !settings.still) await pause(BEAT);
      this.timeline.log = [...this.timeline.log, ...step.log];
      this.#show(step.scene);
    }
    this.tried = found;
    if (found.right) this.#goOn(found, text);
  }

  #goOn(found: Tried, text: string): void {
    this.done = [...this.done, text];
    this.line = [...this.line, ...found.steps];
    this.solved = found.solved === true;
    if (this.solved) remember(this.game, this.puzzle!.day, this.standing);
    else this.#show(this.scene!, found.turn);
  }

  #show(scene: Scene, turn?: Turn): void {
    const puzzle = this.puzzle!;
    const me = puzzle.turn.seat;
    this.showBoard(this.timeline.log.at(-1)?.step ?? 0, {
      game: puzzle.game,
      options: puzzle.options,
      status: this.solved ? "over" : "running",
      viewer: me,
      seats: againstBots(scene, me, this.#name, puzzle.ask ? BYSTANDER : DEFENDER),
      must_act: turn ? [me] : [],
      scene,
      ...(turn && { turn }),
    });
  }

  /** Take a wrong try back. */
  again = (): void => {
    if (!this.#before || !this.wrong || this.orders.busy) return;
    const { view, log } = this.#before;
    Object.assign(this.timeline, { log, view, scene: view.scene });
    this.tried = undefined;
  };

  override async back(): Promise<void> {
    if (!this.selection.drop()) this.again();
  }

  override why(_seat: number, path: string[]): Promise<Reason> {
    return api.puzzleWhy(this.game, this.puzzle!.day, this.done, path);
  }

  // ---------------------------------------------------------------- help

  // Nothing can be tried until the answer has come: it is about the position shown.
  async #ask<Help>(work: (day: string) => Promise<Help>): Promise<Help | undefined> {
    this.again();
    if (!this.view?.turn || this.orders.busy || this.orders.working) return undefined;
    this.orders.busy = true;
    const help = await attempt(work(this.puzzle!.day));
    this.orders.busy = false;
    return help;
  }

  /** Give the kind of the right action, and highlight where it begins. */
  askHint = async (): Promise<void> => {
    const found = await this.#ask((day) => api.puzzleHint(this.game, day, this.done));
    if (!found) return;
    const { kind, id } = found;
    this.#helped("helped");
    this.selection.path = [];
    this.selection.spot = [id];
    this.hint = t("puzzle.hint.is", {
      kind: this.word(`kind.${kind}`) ?? kind,
      thing: this.#named(id),
    });
  };

  #named(id: string): string {
    const scene = this.scene!;
    const thing = [
      ...scene.spaces,
      ...scene.pieces,
      ...(scene.trays ?? []),
      ...(scene.verbs ?? []),
    ].find((one) => one.id === id);
    return thing ? this.say(thing.label) : id;
  }

  /** Play the rest on the board. */
  showSolution = async (): Promise<void> => {
    const found = await this.#ask((day) => api.puzzleSolution(this.game, day));
    if (!found) return;
    this.#helped("shown");
    const me = this.puzzle!.turn.seat;
    const own = found.line.filter((ply) => ply.seat === me).slice(this.done.length);
    this.orders.working = true;
    try {
      for (const ply of own) {
        const path = ply.path ?? [];
        if (!this.present || !(await this.selection.act({ do: ply.do, path, kind: "" }, path)))
          break;
        if (!settings.still) await pause(2 * BEAT);
      }
    } finally {
      this.orders.working = false;
    }
  };

  #helped(how: Standing): void {
    if (this.standing !== "shown") this.standing = how;
  }
}
