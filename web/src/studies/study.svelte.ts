/** A study in this browser: a table without a game on the server, on which a tree of moves grows. */
import { api, Refused } from "../api/client";
import type {
  Doable,
  Holder,
  Reason,
  StudyChanged,
  StudyChanges,
  StudyInfo,
  StudyNode,
  StudyPosition,
  StudyTree,
} from "../api/protocol";
import { Marking, type MarkingPort } from "../tables/board/input/marking.svelte";
import { readMark } from "../lib/marks";
import { listen } from "../api/wire";
import { placeOf } from "../tables/board/hints";
import { attempt, notices } from "../state/notices.svelte";
import { ADDRESS_PAUSE, studyPath } from "../state/route.svelte";
import { positionOf } from "./line/position";
import { TableState } from "../tables/store/table.svelte";
import { studyApi } from "./api";
import { applied } from "./changes";
import { Moves } from "./line/tree";
import { y } from "./words";

export type Glyph = NonNullable<StudyNode["glyph"]> | "";

export class StudyState extends TableState {
  override readonly hasPlayers = false;
  readonly study: string;
  info = $state.raw<StudyInfo>();
  tree = $state.raw<StudyTree>();
  /** The chapter and the position that are shown. */
  chapter = $state<number>();
  node = $state(0);
  position = $state.raw<StudyPosition>();
  /** The seat whose eyes are used; undefined for the one that is to act. */
  eyes = $state<number>();
  /** The number of changes that are being sent. */
  pending = $state(0);
  /** The reason why the study cannot be shown. */
  problem = $state.raw<unknown>();

  override readonly marking = new Marking(markingPort(this));
  #close = (): void => {};
  #asked = 0;
  /** The position that the address named when the page was opened. */
  #wanted: ReturnType<typeof positionOf> | undefined = positionOf(location.search);
  #timer: ReturnType<typeof setTimeout> | undefined;

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
      if (!this.present) return;
      const info = await studyApi.study(this.study);
      // The page may have been left meanwhile, and a stream opened now would never be closed.
      if (!this.present) return;
      this.#hear(info);
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
    clearTimeout(this.#timer);
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
    if (!shown) return void this.#begin(info);
    if (this.tree?.n === shown.n && shown.changed >= this.tree.version) void this.#refresh(shown.n);
  }

  /** Show the position that the address names, or else the first one. */
  #begin({ chapters }: StudyInfo): Promise<void> {
    const named = chapters.find(({ n }) => n === this.#wanted?.chapter);
    const node = named ? this.#wanted?.node : 0;
    this.#wanted = undefined;
    return this.open((named ?? chapters[0])?.n, node);
  }

  /** Fetch what has changed in a chapter since the tree that the page has. */
  async #refresh(n: number): Promise<void> {
    const news = await attempt(studyApi.changes(this.study, n, this.tree?.version ?? 0));
    if (news) await this.#follow(news);
  }

  /** The tree with some changes; the whole tree if there were too many to send. */
  async #follow(news: StudyChanges): Promise<void> {
    if (this.chapter !== news.n || this.tree?.n !== news.n) return;
    const tree = news.whole
      ? await attempt(studyApi.tree(this.study, news.n))
      : applied(this.tree, news);
    if (tree && this.chapter === tree.n) await this.#take(tree, this.node);
  }

  /** Show a position of a chapter, or nothing where there is none. */
  async open(n: number | undefined, node = 0): Promise<void> {
    this.chapter = n;
    this.eyes = undefined;
    if (n === undefined) {
      this.tree = this.position = this.timeline.view = this.timeline.scene = undefined;
      return;
    }
    const tree = await attempt(studyApi.tree(this.study, n));
    if (!tree || this.chapter !== n) return;
    if (this.page?.game.key !== tree.game) this.page = await attempt(api.game(tree.game));
    await this.#take(tree, tree.nodes.some((one) => one.n === node) ? node : 0, true);
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
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#address(), ADDRESS_PAUSE);
    const mine = ++this.#asked;
    const found = await attempt(studyApi.position(this.study, n, node, this.eyes));
    if (found && mine === this.#asked && n === this.chapter) this.#show(found);
  }

  /** Have the address name the position, for a reload and for the way back to it. */
  #address(): void {
    if (location.pathname !== studyPath(this.study)) return;
    const isFirst = this.node === 0 && this.chapter === this.info?.chapters[0]?.n;
    const path = isFirst ? studyPath(this.study) : studyPath(this.study, this.chapter, this.node);
    history.replaceState(history.state, "", path);
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
  play = async (move: { do?: string; seat?: number }): Promise<boolean> => {
    if (this.orders.busy) return false;
    this.orders.busy = true;
    try {
      return (await this.#change(studyApi.play(...this.#at(), move), true)) !== undefined;
    } finally {
      this.orders.busy = false;
    }
  };

  /** Change a comment from the text that its author saw. It may be one of another position. */
  comment = (
    text: string,
    was: string,
    chapter = this.chapter!,
    node = this.node,
  ): Promise<StudyChanged | undefined> =>
    this.#change(studyApi.comment(this.study, chapter, node, this.#version, { text, was }));

  judge = (glyph: Glyph): Promise<StudyChanged | undefined> =>
    this.#change(studyApi.judge(...this.#at(), { glyph, was: this.here?.glyph ?? "" }));

  mark = (add: string[], remove: string[]): Promise<StudyChanged | undefined> =>
    this.#change(studyApi.mark(...this.#at(), { add, remove }));

  settle = (wording: number): Promise<StudyChanged | undefined> =>
    this.#change(studyApi.settle(...this.#at(), wording));

  prune = (): Promise<StudyChanged | undefined> =>
    this.#change(studyApi.prune(...this.#at(), this.#version), true);

  promote = (): Promise<StudyChanged | undefined> => this.#change(studyApi.promote(...this.#at()));

  get #version(): number {
    return this.tree?.version ?? 0;
  }

  /** The position shown, and the version of the tree that the page has. */
  #at(): [study: string, chapter: number, node: number, since: number] {
    return [this.study, this.chapter!, this.node, this.#version];
  }

  async #change(work: Promise<StudyChanged>, goes = false): Promise<StudyChanged | undefined> {
    const chapter = this.chapter!;
    this.pending += 1;
    notices.clear();
    try {
      const changed = await attempt(work);
      if (!changed) {
        await this.#refresh(chapter);
        return undefined;
      }
      await this.#follow(changed.news);
      if (goes && this.chapter === chapter && changed.node !== this.node)
        await this.look(changed.node);
      return changed;
    } finally {
      this.pending -= 1;
    }
  }

  override why(seat: number, path: string[]): Promise<Reason> {
    return studyApi.why(this.study, this.chapter!, this.node, seat, path);
  }

  // ---------------------------------------------------------------- what is shown

  // Marks on the board are drawn there; things beside it are highlighted.
  #mark(): void {
    const { scene } = this;
    const places = (this.here?.marks ?? []).map(readMark).flatMap((one) => one?.at ?? []);
    this.selection.spot = places.filter((id) => scene && !placeOf(scene, id));
  }

  /** The name of an author; empty for somebody who is no member any more. */
  authorName(who: string | undefined): string {
    if (who === this.info?.owner_id) return this.info?.owner ?? "";
    return this.info?.members.find((one) => one.who === who)?.name ?? "";
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
    this.showBoard(step, {
      game: tree.game,
      options: tree.options,
      viewer: found.viewer,
      seats: Array.from({ length: found.seats }, () => holder),
      must_act: found.may_act,
      scene: found.scene,
      ...(turn && { turn }),
      ...(found.outcome && { outcome: found.outcome }),
    });
    this.#mark();
  }
}

function markingPort(table: StudyState): MarkingPort {
  return {
    get marks() {
      return table.here?.marks ?? [];
    },
    get canMark() {
      return table.canWrite === true && table.position !== undefined;
    },
    change: (add, remove) => void table.mark(add, remove),
  };
}
