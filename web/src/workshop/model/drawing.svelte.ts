/** A draft at its desk: the drawing, the tools, and the game's check of it. */
import { Refused } from "../../api/client";
import type {
  Brush,
  DeskPage,
  DraftChecked,
  DraftField,
  Finding,
  GameInfo,
  Layer,
  OptionInfo,
  Options,
  Say,
  Space,
  Symmetry,
  Table,
} from "../../api/protocol";
import { speak } from "../../lib/say";
import { explain } from "../../state/notices.svelte";
import { settings } from "../../state/settings.svelte";
import { deskApi } from "../../drafts/api";
import { Drafts } from "./drafts.svelte";
import { Given } from "./given.svelte";
import { begun, did, redone, undone, type History } from "../../drafts/history";
import { BARE, markOn, painted, whole, written, type Drawn, type Stroke } from "../../drafts/paint";
import { Picked } from "./picked.svelte";
import { around, strokeOf } from "./symmetry";
import { plain } from "../../drafts/values";

/** A check is requested after this many milliseconds without painting. */
const CALM = 250;
/** A failed check is repeated after this many. */
const AGAIN = 4000;

export class Drawing {
  history = $state.raw<History<Drawn>>(begun(whole({})));
  layerKey = $state("");
  /** The table and the row that are being edited. */
  tableKey = $state("");
  rowKey = $state("");
  #brushes = $state<Record<string, string>>({});
  symmetryKey = $state("");
  /** The radius of the brush, in cells around the one under it. */
  reach = $state(0);
  checked = $state.raw<DraftChecked>();
  /** The last check, and all cells of its sheet so far. */
  #seen = $state.raw<{ drawn: Drawn; given: Options; spaces: ReadonlyMap<string, Space> }>();
  problem = $state("");
  readonly picked = new Picked();
  /** The options on which figures depend. */
  readonly given: Given;
  /** The selected finding. */
  shown = $state.raw<Finding>();
  /** The preview of a stroke under way. */
  #stroke = $state.raw<Drawn>();
  /** True once the stroke under way was cancelled: the rest of it paints nothing. */
  #isBroken = false;

  /** The next check is of another draft: its sheet starts from scratch. */
  #isOther = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asking: Promise<void> | undefined;
  /** What one begins with. */
  readonly usual: Drawn;
  /** All drafts of the desk, of which this is the one that is open. */
  readonly drafts: Drafts;

  constructor(
    readonly game: GameInfo,
    readonly desk: DeskPage,
  ) {
    this.given = new Given(game, desk);
    this.usual = whole(desk.starts[0]?.draft ?? {});
    this.history = begun(this.usual);
    this.drafts = new Drafts(this);
    this.layerKey = desk.layers[0]?.key ?? "";
    this.tableKey = desk.tables[0]?.key ?? "";
  }

  // ---- the draft

  drawn = $derived(this.#stroke ?? this.history.now);
  words = $derived.by(() => ({ ...this.game.words, ...this.desk.words }));
  table = $derived.by((): Table | undefined =>
    this.desk.tables.find(({ key }) => key === this.tableKey),
  );
  /** The table whose rows are areas that are drawn. */
  areas = $derived.by((): Table | undefined =>
    this.desk.tables.find(({ outline = "" }) => outline !== ""),
  );
  layer = $derived.by((): Layer => this.desk.layers.find(({ key }) => key === this.layerKey)!);
  /** The layer that determines how spaces look. */
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
  /** True if the last check is of the present draft, with the present options. */
  isFresh = $derived.by(
    () => this.#seen?.drawn === this.history.now && this.#seen.given === this.given.values,
  );
  play = $derived(this.isFresh ? this.checked?.play : undefined);
  file = $derived(this.isFresh ? (this.checked?.checked.file ?? "") : "");
  /** The fields of the whole draft, and those of the layer. */
  fields = $derived.by((): DraftField[] =>
    (this.desk.fields ?? []).filter(({ of = "" }) => of === "" || of === this.layerKey),
  );

  say = (say: Say): string => speak(this.words, say, settings.lang);

  /** What a draft is called that nobody has named. */
  get usualName(): string {
    const [start] = this.desk.starts;
    return start ? this.say(start.say) : this.say(this.desk.title);
  }

  textOf = ({ key, default: usual = "" }: DraftField): string => this.drawn.fields[key] ?? usual;

  /** The findings about a value of a row. */
  wrongWith(table: string, row: string, column: string): Finding[] {
    return this.findings.filter(
      (one) => one.layer === table && one.column === column && (one.cells ?? []).includes(row),
    );
  }

  /** The look of a space: as the last check says, unless it was painted over since. */
  look(space: Space): string {
    const layer = this.ground;
    if (!layer) return space.look;
    const now = markOn(this.drawn, layer.key, space.id);
    if (this.#seen && markOn(this.#seen.drawn, layer.key, space.id) === now) return space.look;
    return layer.brushes.find(({ key }) => key === now)?.look ?? layer.look ?? "";
  }

  /** A cell in words: its name and what is painted there. */
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

  /** Select the brush with this shortcut. */
  pick(letter: string): boolean {
    if (this.desk.layers.length === 0) return false;
    const brush =
      letter === "0" ? BARE : this.layer.brushes.find((one) => one.letter === letter)?.key;
    if (brush !== undefined) this.take(brush);
    return brush !== undefined;
  }

  /** The cells that would be painted from a cell. */
  strokeAt(cell: string): Stroke {
    if (this.picked.on) return new Map([[cell, BARE]]);
    const reach = this.brush?.most || this.layer.drawn === "path" ? 0 : this.reach;
    const cells = around(this.spaces, cell, reach);
    return strokeOf(this.spaces, this.layer, this.brush, cells, this.symmetry);
  }

  /** Paint a cell, or choose it; a stroke under way includes it. */
  paint(cell: string): void {
    if (this.#isBroken) return;
    if (this.picked.on) return this.picked.touch(cell);
    const next = painted(this.drawn, this.desk.layers, this.layer, this.strokeAt(cell));
    if (this.#stroke) this.#stroke = next;
    else this.#did(next);
  }

  begin(): void {
    this.#isBroken = false;
    if (this.picked.on) this.picked.begin();
    else this.#stroke = this.history.now;
  }

  end(): void {
    const done = this.#stroke;
    this.drop();
    if (done) this.#did(done);
  }

  /** Cancel the stroke, for example because two fingers came down. */
  drop(): void {
    this.picked.end();
    this.#stroke = undefined;
    this.#isBroken = false;
  }

  write(field: DraftField, text: string): void {
    this.#did(written(this.history.now, field.key, plain(text), field.default ?? ""));
  }

  /** Have the draft checked with another value of an option; a file has a name. */
  give(option: OptionInfo, value: string | boolean, name?: string): void {
    this.given.give(option, value, name);
    void this.check();
  }

  /** Select a row of a table, or none. */
  select(table: string, row: string): void {
    this.tableKey = table;
    this.rowKey = row;
  }

  /** The draft after an edit of its rows. */
  change(next: Drawn): void {
    this.#did(next);
  }

  /** Show an edit under way; `end` makes it a step, `drop` cancels it. */
  preview(next: Drawn): void {
    if (!this.#isBroken) this.#stroke = next;
  }

  /** Show another draft, with the steps that can be undone. */
  lay(history: History<Drawn>): void {
    this.#breakOff();
    this.shown = undefined;
    this.#isOther = true;
    this.rowKey = "";
    this.history = history;
    void this.check();
  }

  /** Take back the last step; a stroke under way is what is taken back first. */
  undo(): void {
    if (this.#stroke) this.#breakOff();
    else this.#changed(undone(this.history));
  }

  /** Cancel the stroke while the pointer is still down. */
  #breakOff(): void {
    const isUnderWay = this.#stroke !== undefined;
    this.drop();
    this.#isBroken = isUnderWay;
  }

  redo(): void {
    if (!this.#stroke) this.#changed(redone(this.history));
  }

  /** Show a problem: in its layer, where its cells are marked. */
  lookAt(finding: Finding): void {
    this.shown = this.shown === finding ? undefined : finding;
    const { layer = "", cells = [] } = finding;
    if (!this.shown || layer === "") return;
    if (this.desk.tables.some(({ key }) => key === layer)) this.select(layer, cells[0] ?? "");
    else this.layerKey = layer;
  }

  // ---- the game's check

  #did(next: Drawn): void {
    this.#changed(did(this.history, next));
  }

  #changed(history: History<Drawn>): void {
    if (history === this.history || history.now === this.history.now) return;
    this.history = history;
    this.#later(CALM);
    void this.drafts.keep();
  }

  #later(wait: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.check(), wait);
  }

  /** Have the game check the present draft. */
  async check(): Promise<void> {
    clearTimeout(this.#timer);
    while (this.#asking) await this.#asking;
    if (this.isFresh) return;
    this.#asking = this.#ask(this.history.now, this.given.values);
    await this.#asking;
  }

  async #ask(drawn: Drawn, given: Options): Promise<void> {
    try {
      const found = await deskApi.check(this.game.key, this.desk.key, drawn, given);
      this.#hear(drawn, given, found);
      this.problem = "";
    } catch (error) {
      this.#failed(error);
    } finally {
      this.#asking = undefined;
    }
  }

  // An option that is refused has its default value again; a draft for another version of the desk
  // stays as it is, and another is begun.
  #failed(error: unknown): void {
    if (error instanceof Refused && this.given.refuse(error.problem)) return this.#later(0);
    const isStrange = error instanceof Refused && error.kind === "unreadable";
    this.problem = explain(error);
    if (isStrange && this.#isOther) this.drafts.giveUp();
    else if (!isStrange) this.#later(AGAIN);
  }

  // Existing cells stay: the sheet does not shrink under the brush.
  #hear(drawn: Drawn, given: Options, found: DraftChecked): void {
    const before = this.#isOther ? undefined : this.#seen?.spaces;
    this.#isOther = false;
    const spaces = new Map(found.checked.scene.spaces.map((space) => [space.id, space]));
    for (const [id, space] of before ?? [])
      if (!spaces.has(id)) spaces.set(id, { ...space, look: this.ground?.look ?? "", text: "" });
    this.checked = found;
    this.#seen = { drawn, given, spaces };
    this.shown = undefined;
  }

  /** Open a file as a new draft; problems with it are thrown. */
  async read(file: string, name: string): Promise<void> {
    const { draft } = await deskApi.read(this.game.key, this.desk.key, file);
    await this.drafts.start(name, whole(draft), true);
  }

  leave(): void {
    clearTimeout(this.#timer);
    this.drafts.leave();
  }
}
