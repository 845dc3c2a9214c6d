/** The tools for areas: which is in hand, the outline under way, the picture behind. */
import type { Table } from "../../api/protocol";
import { capital } from "../../lib/say";
import { settings } from "../../state/settings.svelte";
import type { Drawing } from "../model/drawing.svelte";
import { centre, moved, snapped, split, within, without } from "../model/polygons";
import { added, linked, linksOf, removed, written } from "../model/rows";
import { pointsOf, pointsText, rowsOf, valueOf, type Point } from "../../drafts/values";
import { w } from "../../drafts/words";

export type Tool = "move" | "draw" | "link";
export const TOOLS: readonly Tool[] = ["move", "draw", "link"];

/** The name of a row: the game's, or in the reader's language, in another one, or the key. */
export function nameOf(drawing: Drawing, table: Table, key: string): string {
  const known = table.rows?.find((one) => one.key === key);
  if (known) return capital(drawing.say(known.say));
  const row = rowsOf(drawing.drawn, table.key)[key];
  const names = (table.names ?? []).map((column) => valueOf(table, row, column));
  if (settings.lang === "ja") names.reverse();
  return names.find((name) => name !== "") ?? key;
}

export class Areas {
  tool = $state<Tool>("move");
  /** The corners drawn so far, and the area that they are for, unless it is a new one. */
  corners = $state.raw<readonly Point[]>([]);
  #target = "";
  #from = $state("");
  said = $state("");

  constructor(
    readonly drawing: Drawing,
    readonly table: Table,
  ) {}

  high = $derived.by(() => this.#column(this.table.at)?.high ?? 0);
  keys = $derived.by(() => Object.keys(rowsOf(this.drawing.drawn, this.table.key)));
  links = $derived.by(() => linksOf(this.drawing.drawn, this.table));
  /** The selected area; none if it was undone since. */
  chosen = $derived.by(() =>
    this.drawing.tableKey === this.table.key ? this.#existing(this.drawing.rowKey) : "",
  );
  /** The first of two areas to be linked. */
  from = $derived.by(() => this.#existing(this.#from));

  #existing = (key: string): string => (this.keys.includes(key) ? key : "");

  #column(key = "") {
    return this.table.columns.find((column) => column.key === key);
  }
  #value = (row: string, column = ""): string =>
    valueOf(this.table, rowsOf(this.drawing.drawn, this.table.key)[row], column);

  name = (key: string): string => nameOf(this.drawing, this.table, key);
  outline = (key: string): Point[] => pointsOf(this.#value(key, this.table.outline));
  at = (key: string): Point => pointsOf(this.#value(key, this.table.at))[0] ?? [0, 0];

  take(tool: Tool): void {
    this.tool = tool;
    this.corners = [];
    this.#from = "";
    this.#target = "";
  }

  select(key: string): void {
    this.drawing.select(this.table.key, key);
  }

  // ---- drawing

  /** Draw an outline for an area that exists. */
  drawFor(key: string): void {
    this.take("draw");
    this.#target = key;
  }

  /** A point on the sheet, on another area's corner if one is near. */
  snap(point: Point, reach: number, except = ""): Point {
    const others = this.keys.filter((key) => key !== except).flatMap((key) => this.outline(key));
    return snapped(within(point, 0, this.high), others, reach);
  }

  /** Set a corner; on the first one, the area is closed. */
  corner(point: Point, reach: number): void {
    const first = this.corners[0];
    const at = this.snap(point, reach);
    if (first && this.corners.length > 2 && snapped(point, [first], reach) === first) this.close();
    else if (this.corners.length < (this.#column(this.table.outline)?.most ?? 0))
      this.corners = [...this.corners, at];
  }

  back(): void {
    this.corners = this.corners.slice(0, -1);
  }

  close(): void {
    if (this.corners.length < 3) return;
    const values = {
      [this.table.outline ?? ""]: pointsText(this.corners),
      [this.table.at ?? ""]: pointsText([centre(this.corners)]),
    };
    const target = this.#existing(this.#target);
    const made = target
      ? { drawn: this.#with(target, values), key: target }
      : added(this.drawing.drawn, this.table, values);
    if (!made) return;
    this.drawing.change(made.drawn);
    this.take("move");
    this.select(made.key);
    this.said = w("workshop.closed", { area: this.name(made.key) });
  }

  #with(key: string, values: Readonly<Record<string, string>>) {
    let next = this.drawing.history.now;
    for (const [column, text] of Object.entries(values))
      next = written(next, this.table, key, column, text);
    return next;
  }

  // ---- corners, centres

  #shaped = (key: string, corners: readonly Point[]) =>
    this.#with(key, { [this.table.outline ?? ""]: pointsText(corners) });

  /** While a corner is dragged: `corners` are those when the drag began. */
  drag(key: string, corners: readonly Point[], n: number, to: Point): void {
    this.drawing.preview(this.#shaped(key, moved(corners, n, to)));
  }

  shift(key: string, n: number, dx: number, dy: number): void {
    const corners = this.outline(key);
    const [x, y] = corners[n]!;
    const to = within([x + dx, y + dy], 0, this.high);
    this.drawing.change(this.#shaped(key, moved(corners, n, to)));
  }

  split(key: string, n: number): void {
    const corners = this.outline(key);
    if (corners.length < (this.#column(this.table.outline)?.most ?? 0))
      this.drawing.change(this.#shaped(key, split(corners, n)));
  }

  lose(key: string, n: number): void {
    this.drawing.change(this.#shaped(key, without(this.outline(key), n)));
  }

  dragCentre(key: string, to: Point): void {
    const at = within(to, 0, this.high);
    this.drawing.preview(this.#with(key, { [this.table.at ?? ""]: pointsText([at]) }));
  }

  bare(key: string): void {
    this.drawing.change(this.#shaped(key, []));
  }

  // ---- links, whole areas

  /** Choose an area with the tool in hand. */
  choose(key: string): void {
    if (this.tool !== "link") this.select(key);
    else if (this.from === "" || this.from === key) this.#from = this.from === key ? "" : key;
    else {
      this.link(this.from, key);
      this.#from = "";
    }
  }

  link(a: string, b: string): void {
    const count = this.links.length;
    this.drawing.change(linked(this.drawing.drawn, this.table, a, b));
    const key = this.links.length < count ? "workshop.unlinked" : "workshop.linked";
    this.said = w(key, { a: this.name(a), b: this.name(b) });
  }

  remove(key: string): void {
    const { drawing } = this;
    drawing.change(removed(drawing.drawn, drawing.desk.tables, this.table, key));
    this.select("");
  }
}
