/** The opening explorer in this browser: a table without a game on the server. */
import { api, ask, Refused } from "../api/client";
import type {
  Doable,
  Explored,
  Holder,
  NewTable,
  Options,
  Ply,
  PlayOpening,
  Reason,
} from "../api/protocol";
import { attempt } from "../state/notices.svelte";
import { pageOf, route, tablePath } from "../state/route.svelte";
import { TableState } from "../tables/store/table.svelte";
import { type Place, placeOf, queryOf, written } from "./address";
import { t } from "../state/words.svelte";

/** The most positions that are kept: going back needs no request. */
const MAX_KEPT = 100;
/** The pause before a table that is being made is asked for again, in milliseconds. */
const AGAIN = 3000;

export class ExplorerState extends TableState {
  override readonly hasPlayers = false;
  readonly game: string;
  found = $state.raw<Explored>();
  /** The longest line of moves that was looked at and that leads through this position. */
  line = $state.raw<readonly string[]>([]);
  /** The reason why the position cannot be shown. */
  problem = $state.raw<unknown>();
  readonly #kept = new Map<string, Explored>();
  #asked = 0;
  /** The query of the position shown. */
  #shown = "";
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(game: string) {
    super(`explore-${game}`);
    this.game = game;
  }

  moves = $derived.by((): readonly Ply[] => this.found?.moves ?? []);

  override async enter(): Promise<void> {
    this.problem = undefined;
    removeEventListener("popstate", this.#popped);
    addEventListener("popstate", this.#popped);
    try {
      this.page = await api.game(this.game);
      await this.#load(placeOf(location.search), "replace");
    } catch (error) {
      const kinds = ["unknown-game", "no-openings"];
      this.connection.missing = error instanceof Refused && kinds.includes(error.kind);
      this.problem = error;
    }
  }

  override leave(): void {
    removeEventListener("popstate", this.#popped);
    clearTimeout(this.#timer);
    super.leave();
  }

  readonly #popped = (): void => {
    const isHere = pageOf(location.pathname).name === "explore";
    if (isHere) void attempt(this.#load(placeOf(location.search)));
  };

  // ---------------------------------------------------------------- going about

  /** Show the start of a set-up. */
  setUp = (options: Options): Promise<boolean> => {
    const given = Object.entries(options).map(([key, value]) => [key, String(value)]);
    return this.#go({ options: Object.fromEntries(given) as Place["options"], moves: [] });
  };

  /** Show the position after the first `n` moves of the line. */
  look = (n: number): Promise<boolean> => this.#goOn(this.line.slice(0, n));

  /** Make a choice. */
  play = (text: string): Promise<boolean> => this.#goOn([...this.moves.map((one) => one.do), text]);

  override act(choice: Doable): Promise<boolean> {
    return typeof choice.do === "string" ? this.play(choice.do) : Promise.resolve(false);
  }

  override async back(): Promise<void> {
    if (!this.selection.drop() && this.moves.length > 0) await this.look(this.moves.length - 1);
  }

  /** Open a table from the position shown: against a bot, or with both sides in one hand. */
  playFrom = async (against?: { seat: number; bot: string }): Promise<void> => {
    const { found } = this;
    if (!found || this.orders.busy) return;
    const moves = this.moves.map((one) => one.do);
    const body: PlayOpening = { options: found.options, moves, own_nonce: true, ...against };
    this.orders.busy = true;
    try {
      const made = await attempt(ask<NewTable>(`${this.#address}/tables`, body));
      if (made) route.go(tablePath(made.id));
    } finally {
      this.orders.busy = false;
    }
  };

  #goOn(moves: readonly string[]): Promise<boolean> {
    const place = this.#place(moves);
    return place ? this.#go(place) : Promise.resolve(false);
  }

  /** The place that some moves lead to in the set-up shown. */
  #place(moves: readonly string[]): Place | undefined {
    const { found, page } = this;
    return found && page && { options: written(page.game.options, found.options), moves };
  }

  /** The address of the game's openings in the API. */
  get #address(): string {
    return `/explore/${encodeURIComponent(this.game)}`;
  }

  async #go(place: Place): Promise<boolean> {
    if (this.orders.busy) return false;
    this.orders.busy = true;
    try {
      return (await attempt(this.#load(place, "push"))) === true;
    } finally {
      this.orders.busy = false;
    }
  }

  /** Fetch and show a place; the address then names it completely. */
  async #load(place: Place, how?: "push" | "replace"): Promise<boolean> {
    const mine = ++this.#asked;
    const found = await this.#fetch(place);
    if (mine !== this.#asked || !this.present) return false;
    const options = written(this.page!.game.options, found.options);
    const moves = (found.moves ?? []).map((one) => one.do);
    const query = queryOf({ options, moves });
    const path = `${location.pathname}?${query}`;
    if (how === "push") history.pushState(null, "", path);
    if (how === "replace") history.replaceState(null, "", path);
    // Values that come later change nothing on the board: a click begun there stays.
    if (query !== this.#shown) this.#show(found);
    this.#shown = query;
    this.found = found;
    this.#askLater(found);
    return true;
  }

  async #fetch(place: Place): Promise<Explored> {
    const query = queryOf(place);
    const kept = this.#kept.get(query);
    if (kept) return kept;
    const found = await ask<Explored>(`${this.#address}?${query}`);
    if (found.solves === undefined) this.#kept.set(query, found);
    for (const key of this.#kept.keys()) if (this.#kept.size > MAX_KEPT) this.#kept.delete(key);
    return found;
  }

  override why(_seat: number, path: string[]): Promise<Reason> {
    const query = new URLSearchParams(queryOf(this.#place(this.moves.map((one) => one.do))!));
    for (const id of path) query.append("path", id);
    return ask<Reason>(`${this.#address}/why?${query}`);
  }

  // ---------------------------------------------------------------- what is shown

  #show(found: Explored): void {
    const moves = (found.moves ?? []).map((one) => one.do);
    const isOnLine = moves.every((text, n) => this.line[n] === text);
    const isSame = JSON.stringify(found.options) === JSON.stringify(this.found?.options);
    if (!isSame || !isOnLine) this.line = moves;
    const holder: Holder = { kind: "person", name: t("explore.title"), you: true, online: true };
    this.selection.reset();
    this.selection.spot = [];
    this.timeline.log = [...(found.log ?? [])];
    this.showBoard(moves.length, {
      game: found.game,
      options: found.options,
      viewer: found.turn?.seat ?? 0,
      seats: Array.from({ length: found.seats }, () => holder),
      must_act: found.turn ? [found.turn.seat] : [],
      scene: found.scene,
      ...(found.turn && { turn: found.turn }),
      ...(found.outcome && { outcome: found.outcome }),
    });
  }

  #askLater({ solves }: Explored): void {
    clearTimeout(this.#timer);
    if (solves !== undefined) this.#timer = setTimeout(() => void this.#again(), AGAIN);
  }

  /** Ask again for values that were being worked out. */
  async #again(): Promise<void> {
    try {
      await this.#load(placeOf(location.search));
    } catch {
      // What is shown stays; the next move asks again.
    }
  }
}
