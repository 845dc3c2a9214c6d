/** A study in this browser: a table without a game on the server, on which a tree of moves grows. */
import { api, Refused } from "../api/client";
import type {
  Doable,
  Holder,
  Reason,
  StudyChanged,
  StudyInfo,
  StudyNode,
  StudyPosition,
  StudyTree,
} from "../api/protocol";
import { listen } from "../lib/wire";
import { attempt, notices } from "../state/notices.svelte";
import { TableState } from "../table/store/table.svelte";
import { studyApi } from "./api";
import { Moves } from "./tree";
import { y } from "./words";

export type Glyph = NonNullable<StudyNode["glyph"]> | "";

export class StudyState extends TableState {
  readonly study: string;
  info = $state.raw<StudyInfo>();
  tree = $state.raw<StudyTree>();
  /** The chapter and the position that are shown. */
  chapter = $state<number>();
  node = $state(0);
  position = $state.raw<StudyPosition>();
  /** The seat whose eyes are used; undefined for the one that is to act. */
  eyes = $state<number>();
  /** The reason why the study cannot be shown. */
  problem = $state.raw<unknown>();

  #close = (): void => {};
  #asked = 0;

  constructor(study: string) {
    super(`study-${study}`);
    this.study = study;
  }

  moves = $derived.by(() => new Moves(this.tree?.nodes ?? []));
  here = $derived.by((): StudyNode | undefined => this.moves.nodes.get(this.node));
  canWrite = $derived.by(() => this.info?.role === "owner" || this.info?.role === "write");

  override async enter(): Promise<void> {
    this.problem = undefined;
    try {
      // Asking who one is registers a newcomer before a stream is opened.
      await api.me();
      this.#hear(await studyApi.study(this.study));
      this.#close = listen(studyApi.eventsUrl(this.study), "study", (news: StudyInfo) =>
        this.#hear(news),
      );
    } catch (error) {
      this.connection.missing = error instanceof Refused && error.kind === "unknown-study";
      this.problem = error;
    }
  }

  override leave(): void {
    this.#close();
    super.leave();
  }

  /** The study as it is after a change of one's own. */
  async changed(work: Promise<StudyInfo>): Promise<StudyInfo | undefined> {
    const info = await attempt(work);
    if (info) this.#hear(info);
    return info;
  }

  #hear(info: StudyInfo): void {
    if (this.info && info.version < this.info.version) return;
    this.info = info;
    const shown = info.chapters.find((one) => one.n === this.chapter);
    if (!shown) return void this.open(info.chapters[0]?.n);
    if (this.tree?.n === shown.n && shown.changed >= this.tree.version) void this.#refresh(shown.n);
  }

  async #refresh(n: number): Promise<void> {
    const tree = await attempt(studyApi.tree(this.study, n));
    if (tree && this.chapter === n) await this.#take(tree, this.node);
  }

  /** Show a chapter from its start, or nothing where there is none. */
  async open(n: number | undefined): Promise<void> {
    this.chapter = n;
    this.eyes = undefined;
    if (n === undefined) {
      this.tree = this.position = this.timeline.view = this.timeline.scene = undefined;
      return;
    }
    const tree = await attempt(studyApi.tree(this.study, n));
    if (!tree || this.chapter !== n) return;
    if (this.page?.game.key !== tree.game) this.page = await attempt(api.game(tree.game));
    await this.#take(tree, 0, true);
  }

  async #take(tree: StudyTree, node: number, isOther = false): Promise<void> {
    if (!isOther && this.tree && tree.version < this.tree.version) return;
    const before = this.moves;
    this.tree = tree;
    const kept = isOther ? node : this.moves.kept(node, before);
    if (isOther || kept !== this.node || !this.position) await this.look(kept);
    else this.#mark();
  }

  // ---------------------------------------------------------------- going about

  /** Show a position. */
  async look(node: number): Promise<void> {
    const n = this.chapter;
    if (n === undefined) return;
    this.node = node;
    const mine = ++this.#asked;
    const found = await attempt(studyApi.position(this.study, n, node, this.eyes));
    if (found && mine === this.#asked && n === this.chapter) this.#show(found);
  }

  override async back(): Promise<void> {
    if (!this.selection.drop() && this.node !== 0) await this.look(this.moves.parent(this.node));
  }

  see(seat: number | undefined): void {
    this.eyes = seat;
    void this.look(this.node);
  }

  // ---------------------------------------------------------------- changing it

  override act(choice: Doable): Promise<boolean> {
    const seat = this.position?.turn?.seat;
    if (typeof choice.do !== "string" || seat === undefined) return Promise.resolve(false);
    return this.play({ do: choice.do, seat });
  }

  /** Continue the position shown; true if it was done. */
  play = (move: { do?: string; seat?: number }): Promise<boolean> =>
    this.#change(studyApi.play(this.study, this.chapter!, this.node, move), true);

  annotate = (text: string, glyph: Glyph, marks: string[]): Promise<boolean> =>
    this.#change(
      studyApi.note(this.study, this.chapter!, this.node, {
        at: this.here?.rev ?? 0,
        text,
        glyph,
        marks,
      }),
    );

  prune = (): Promise<boolean> =>
    this.#change(
      studyApi.prune(this.study, this.chapter!, this.node, this.tree?.version ?? 0),
      true,
    );

  promote = (): Promise<boolean> =>
    this.#change(studyApi.promote(this.study, this.chapter!, this.node));

  async #change(work: Promise<StudyChanged>, goes = false): Promise<boolean> {
    if (this.orders.busy) return false;
    this.orders.busy = true;
    notices.clear();
    try {
      const changed = await attempt(work);
      if (!changed) {
        await this.#refresh(this.chapter!);
        return false;
      }
      await this.#take(changed.tree, this.node);
      if (goes && changed.node !== this.node) await this.look(changed.node);
      return true;
    } finally {
      this.orders.busy = false;
    }
  }

  override why(seat: number, path: string[]): Promise<Reason> {
    return studyApi.why(this.study, this.chapter!, this.node, seat, path);
  }

  // ---------------------------------------------------------------- what is shown

  #mark(): void {
    this.selection.spot = this.here?.marks ?? [];
  }

  #show(found: StudyPosition): void {
    const tree = this.tree;
    if (!tree) return;
    this.position = found;
    const step = this.moves.ply(found.node);
    const holder: Holder = { kind: "person", name: y("seat"), you: true, online: true };
    const turn = this.canWrite ? found.turn : undefined;
    this.selection.reset();
    this.timeline.log = (found.log ?? []).map((line) => ({ ...line, step }));
    this.timeline.view = {
      id: this.id,
      game: tree.game,
      options: tree.options,
      status: found.outcome ? "over" : "running",
      version: step,
      step,
      viewer: found.viewer,
      seats: Array.from({ length: found.seats }, () => holder),
      must_act: found.may_act,
      thinking: [],
      scene: found.scene,
      log: { start: 0 },
      can: {},
      dice: { commit: "", nonces: [] },
      ...(turn && { turn }),
      ...(found.outcome && { outcome: found.outcome }),
    };
    this.timeline.scene = found.scene;
    this.#mark();
  }
}
