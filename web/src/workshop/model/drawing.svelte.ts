/** A draft at its desk: what is drawn, with what, and what the game says of it. */
import { Refused } from "../../api/client";
import type {
  Brush,
  DeskPage,
  DraftChecked,
  DraftField,
  Finding,
  GameInfo,
  Layer,
  Say,
  Space,
  Symmetry,
} from "../../api/protocol";
import { speak } from "../../lib/say";
import { explain } from "../../state/notices.svelte";
import { settings } from "../../state/settings.svelte";
import { deskApi } from "../api";
import { begun, did, redone, undone, type History } from "./history";
import { keyOf, readDraft } from "./kept";
import { BARE, markOn, painted, whole, written, type Drawn, type Stroke } from "./paint";
import { around, strokeOf } from "./symmetry";

/** A check is asked for when nothing was painted for so many milliseconds. */
const CALM = 250;
/** One that failed is asked for again after so many. */
const AGAIN = 4000;

export class Drawing {
  history = $state.raw<History<Drawn>>(begun(whole({})));
  layerKey = $state("");
  #brushes = $state<Record<string, string>>({});
  symmetryKey = $state("");
  /** The brush reaches so many cells round the one under it. */
  reach = $state(0);
  checked = $state.raw<DraftChecked>();
  /** What was checked, and all cells of its sheet so far. */
  #seen = $state.raw<{ drawn: Drawn; spaces: ReadonlyMap<string, Space> }>();
  problem = $state("");
  /** The finding that is looked at. */
  shown = $state.raw<Finding>();
  /** A stroke under way, as it would be. */
  #stroke = $state.raw<Drawn>();

  /** The next check is of another draft: its sheet begins anew. */
  #isOther = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asking: Promise<void> | undefined;
  readonly #key: string;

  constructor(
    readonly game: GameInfo,
    readonly desk: DeskPage,
  ) {
    this.#key = keyOf(game.key, desk.key);
    const kept = readDraft(localStorage.getItem(this.#key));
    this.history = begun(kept ?? whole(desk.starts[0]?.draft ?? {}));
    this.layerKey = desk.layers[0]?.key ?? "";
  }

  // ---- what is there

  drawn = $derived(this.#stroke ?? this.history.now);
  words = $derived.by(() => ({ ...this.game.words, ...this.desk.words }));
  layer = $derived.by((): Layer => this.desk.layers.find(({ key }) => key === this.layerKey)!);
  /** The layer that says how spaces look. */
  ground = $derived.by((): Layer | undefined =>
    this.desk.layers.find(({ drawn = "space" }) => drawn === "space"),
  );
  brushKey = $derived(this.#brushes[this.layerKey] ?? this.layer.brushes[0]?.key ?? BARE);
  brush = $derived.by((): Brush | undefined =>
    this.layer.brushes.find(({ key }) => key === this.brushKey),
  );
  symmetries = $derived(this.checked?.checked.symmetries ?? []);
  symmetry = $derived.by((): Symmetry | undefined =>
    this.symmetries.find(({ key }) => key === this.symmetryKey),
  );
  spaces = $derived([...(this.#seen?.spaces.values() ?? [])]);
  findings = $derived(this.checked?.checked.findings ?? []);
  figures = $derived(this.checked?.checked.figures ?? []);
  /** Whether what the game said is about what is drawn now. */
  isFresh = $derived(this.#seen?.drawn === this.history.now);
  play = $derived(this.isFresh ? this.checked?.play : undefined);
  file = $derived(this.isFresh ? (this.checked?.checked.file ?? "") : "");
  /** The fields of the whole draft, and those of the layer. */
  fields = $derived.by((): DraftField[] =>
    (this.desk.fields ?? []).filter(({ of = "" }) => of === "" || of === this.layerKey),
  );

  say = (say: Say): string => speak(this.words, say, settings.lang);

  textOf = ({ key, default: usual = "" }: DraftField): string => this.drawn.fields[key] ?? usual;

  /** How a space looks: as the game said, unless it was painted over since. */
  look(space: Space): string {
    const layer = this.ground;
    if (!layer) return space.look;
    const now = markOn(this.drawn, layer.key, space.id);
    if (this.#seen && markOn(this.#seen.drawn, layer.key, space.id) === now) return space.look;
    return layer.brushes.find(({ key }) => key === now)?.look ?? layer.look ?? "";
  }

  /** What a cell is, in words: its name and what is painted there. */
  spoken(space: Space): string {
    const layers =
      this.ground && this.ground !== this.layer ? [this.ground, this.layer] : [this.layer];
    const parts = layers.map((layer) => {
      const mark = markOn(this.drawn, layer.key, space.id);
      return this.say(layer.brushes.find(({ key }) => key === mark)?.say ?? layer.blank);
    });
    return [space.text || space.id, ...parts].join(", ");
  }

  // ---- painting

  choose(layer: string): void {
    this.layerKey = layer;
  }

  take(brush: string): void {
    this.#brushes[this.layerKey] = brush;
  }

  /** Take the brush that a key stands for. */
  pick(letter: string): boolean {
    const brush =
      letter === "0" ? BARE : this.layer.brushes.find((one) => one.letter === letter)?.key;
    if (brush !== undefined) this.take(brush);
    return brush !== undefined;
  }

  /** What would be painted from a cell. */
  strokeAt(cell: string): Stroke {
    const reach = this.brush?.most || this.layer.drawn === "path" ? 0 : this.reach;
    const cells = around(this.spaces, cell, reach);
    return strokeOf(this.spaces, this.layer, this.brush, cells, this.symmetry);
  }

  /** Paint a cell; while a stroke is under way it is part of that. */
  paint(cell: string): void {
    const next = painted(this.drawn, this.desk.layers, this.layer, this.strokeAt(cell));
    if (this.#stroke) this.#stroke = next;
    else this.#did(next);
  }

  begin(): void {
    this.#stroke = this.history.now;
  }

  end(): void {
    const done = this.#stroke;
    this.#stroke = undefined;
    if (done) this.#did(done);
  }

  /** The stroke was meant otherwise: two fingers came down, say. */
  drop(): void {
    this.#stroke = undefined;
  }

  write(field: DraftField, text: string): void {
    this.#did(written(this.history.now, field.key, text, field.default ?? ""));
  }

  /** Another draft instead; that is a step as any other. */
  replace(drawn: Drawn): void {
    this.shown = undefined;
    this.#isOther = true;
    this.#did(drawn);
  }

  undo(): void {
    this.#changed(undone(this.history));
  }

  redo(): void {
    this.#changed(redone(this.history));
  }

  /** Look at what is wrong: in its layer, where its cells are marked. */
  lookAt(finding: Finding): void {
    this.shown = this.shown === finding ? undefined : finding;
    if (this.shown && finding.layer) this.layerKey = finding.layer;
  }

  // ---- the game's word

  #did(next: Drawn): void {
    this.#changed(did(this.history, next));
  }

  #changed(history: History<Drawn>): void {
    if (history === this.history || history.now === this.history.now) return;
    this.history = history;
    this.#keep();
    this.#later(CALM);
  }

  #keep(): void {
    try {
      localStorage.setItem(this.#key, JSON.stringify(this.history.now));
    } catch {
      // A browser that keeps nothing: the draft can still be taken away as a file.
    }
  }

  #later(wait: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.check(), wait);
  }

  /** Ask what the game says of what is drawn now. */
  async check(): Promise<void> {
    clearTimeout(this.#timer);
    while (this.#asking) await this.#asking;
    if (this.isFresh) return;
    this.#asking = this.#ask(this.history.now);
    await this.#asking;
  }

  async #ask(drawn: Drawn): Promise<void> {
    try {
      const found = await deskApi.check(this.game.key, this.desk.key, drawn);
      this.#hear(drawn, found);
      this.problem = "";
    } catch (error) {
      this.#failed(error);
    } finally {
      this.#asking = undefined;
    }
  }

  // What was kept for another version of the desk gives way to what one begins with.
  #failed(error: unknown): void {
    const isStrange = error instanceof Refused && error.kind === "unreadable";
    this.problem = explain(error);
    if (isStrange && !this.#seen) this.replace(whole(this.desk.starts[0]?.draft ?? {}));
    else if (!isStrange) this.#later(AGAIN);
  }

  // Cells that were there stay: the sheet does not shrink under the brush.
  #hear(drawn: Drawn, found: DraftChecked): void {
    const before = this.#isOther ? undefined : this.#seen?.spaces;
    this.#isOther = false;
    const spaces = new Map(found.checked.scene.spaces.map((space) => [space.id, space]));
    for (const [id, space] of before ?? [])
      if (!spaces.has(id)) spaces.set(id, { ...space, look: this.ground?.look ?? "", text: "" });
    this.checked = found;
    this.#seen = { drawn, spaces };
    this.shown = undefined;
  }

  /** Read a file and draw on; what is wrong with it is thrown. */
  async read(file: string): Promise<void> {
    const { draft } = await deskApi.read(this.game.key, this.desk.key, file);
    this.replace(whole(draft));
  }

  leave(): void {
    clearTimeout(this.#timer);
  }
}
