/**
 * Drag and drop: the same clicks, made by carrying a thing from one place to another. Where picking
 * a thing up is an action of its own, it is done when the drag begins; the drop waits for the
 * view that follows.
 */
import { meanings } from "../../../lib/play/choose";
import { inPlane, isFar, type Press } from "./drag";
import { spaceAt } from "../../../lib/layout";
import type { TableState } from "../../store/table.svelte";

interface Carried {
  key: string | undefined;
  copy: SVGGElement | undefined;
  original: Element | null;
  scale: number;
  /** Where a thing that an action picks up came from. */
  home: string | undefined;
  /** Resolves to whether it is in hand. */
  taken: Promise<boolean> | boolean;
}

export class Dragging {
  #press: Press | undefined;
  #carried: Carried | undefined;
  #swallow = false;
  #marked: Element | null = null;

  constructor(
    readonly table: TableState,
    readonly layer: () => SVGGElement | undefined,
    /** How large a piece is drawn on the board. */
    readonly scale: () => number,
    /** Called with the drawing that was dropped, and where it is on the screen. */
    readonly dropped: (key: string, at: DOMMatrix) => void,
  ) {}

  /** A pointer went down, perhaps on an id that can be picked up. */
  down(event: PointerEvent, id: string | undefined): void {
    this.#swallow = false;
    this.#press = undefined;
    if (id && event.button === 0 && event.isPrimary)
      this.#press = { id, x: event.clientX, y: event.clientY, pointer: event.pointerId };
  }

  /** The pointer moved; true if that has just begun a drag. */
  move(event: PointerEvent): boolean {
    const layer = this.layer();
    if (!layer || event.pointerId !== this.#press?.pointer) return false;
    const begins = !this.#carried && isFar(this.#press, event.clientX, event.clientY);
    if (begins) this.#begin(layer);
    if (this.#carried) this.#place(layer, event);
    return begins && this.#carried !== undefined;
  }

  #begin(layer: SVGGElement): void {
    const { id } = this.#press!;
    const taken = this.table.selection.lift(id);
    if (!taken) {
      this.#press = undefined;
      return;
    }
    const home = taken === true ? undefined : id;
    const thing = this.#thing(id, home !== undefined);
    // Of equal things side by side, the last one is taken.
    const drawings = [...(thing?.querySelectorAll<SVGGElement>("[data-key]") ?? [])];
    const aside = thing?.localName === "button";
    const drawing = drawings.at(aside ? -1 : 0);
    const original = (aside && drawing?.closest("svg")) || thing;
    this.#carried = { key: drawing?.dataset.key, original, copy: undefined, scale: 1, home, taken };
    if (drawing) this.#copy(layer, drawing);
    original?.classList.add("away");
  }

  // The carried thing: the id itself, or, where a path begins with a space, the piece on top.
  #thing(id: string, alone: boolean): Element | null {
    const thing = document.querySelector(`[data-id="${CSS.escape(id)}"]`);
    const on =
      alone || this.table.selection.path[0] === id
        ? thing?.querySelectorAll("[data-piece]")
        : undefined;
    return on && thing?.hasAttribute("data-space") ? ([...on].at(-1) ?? thing) : thing;
  }

  #copy(layer: SVGGElement, drawing: SVGGElement): void {
    const ground = layer.getScreenCTM();
    const here = drawing.getScreenCTM();
    if (!ground || !here) return;
    const copy = drawing.cloneNode(true) as SVGGElement;
    for (const part of [copy, ...copy.querySelectorAll<SVGElement>("[data-key], [data-id]")]) {
      delete part.dataset.key;
      delete part.dataset.id;
    }
    copy.classList.add("flying");
    copy.style.pointerEvents = "none";
    layer.append(copy);
    const onBoard = drawing.closest("svg") === layer.closest("svg");
    Object.assign(this.#carried!, {
      copy,
      scale: (onBoard ? here.a / ground.a : this.scale()) * 1.1,
    });
  }

  #place(layer: SVGGElement, event: PointerEvent): void {
    const { x, y } = inPlane(layer, event.clientX, event.clientY);
    const { copy, scale } = this.#carried!;
    copy?.setAttribute("transform", `translate(${x} ${y}) scale(${scale})`);
    const over = this.#carried!.home === undefined ? this.#open(x, y) : this.#any(x, y);
    this.table.selection.hover = over;
    this.#mark(over !== undefined && this.table.selection.next.has(over) ? over : undefined);
  }

  // The space where it would lie; the carried drawing is what the pointer itself is over.
  #mark(id: string | undefined): void {
    const space =
      id === undefined ? null : document.querySelector(`[data-space][data-id="${CSS.escape(id)}"]`);
    if (space === this.#marked) return;
    this.#marked?.classList.remove("over");
    space?.classList.add("over");
    this.#marked = space;
  }

  // The space under the pointer, as the id it would mean among those that can follow.
  #open(x: number, y: number): string | undefined {
    const { scene, selection } = this.table;
    const open = (scene?.spaces ?? []).filter(
      (space) => meanings(scene!, space.id, selection.next).length > 0,
    );
    return spaceAt(open, x, y)?.id;
  }

  // Any space under the pointer.
  #any(x: number, y: number): string | undefined {
    return spaceAt(
      (this.table.scene?.spaces ?? []).filter((space) => !space.ghost),
      x,
      y,
    )?.id;
  }

  /** True while a thing is carried. */
  get carries(): boolean {
    return this.#carried !== undefined;
  }

  /** The pointer went up: drop the carried thing there, or let it go back. */
  up(event: PointerEvent): void {
    const carried = this.#carried;
    this.#press = this.#carried = undefined;
    if (!carried) return;
    this.#mark(undefined);
    this.#swallow = true;
    this.table.selection.hover = undefined;
    if (carried.home !== undefined)
      void this.#setDown(carried, carried.home, event.clientX, event.clientY);
    else this.#drop(carried, event.clientX, event.clientY);
  }

  #drop(carried: Carried, screenX: number, screenY: number): void {
    const layer = this.layer();
    const { x, y } = layer ? inPlane(layer, screenX, screenY) : { x: NaN, y: NaN };
    const space = this.#open(x, y);
    if (space) this.#tell(carried);
    clear(carried);
    if (space) this.table.selection.touch(space);
    else this.table.selection.drop();
  }

  // It stays where it was dropped until it lies somewhere.
  async #setDown(carried: Carried, home: string, screenX: number, screenY: number): Promise<void> {
    const layer = this.layer();
    if ((await carried.taken) && layer) {
      const { x, y } = inPlane(layer, screenX, screenY);
      const space = this.#any(x, y);
      if (space && this.table.selection.next.has(space)) this.#tell(carried);
      await this.table.selection.setDown(home, space);
    }
    clear(carried);
  }

  #tell({ key, copy }: Carried): void {
    const place = copy?.getScreenCTM();
    if (key && place) this.dropped(key, DOMMatrix.fromMatrix(place));
  }

  cancel(): void {
    const carried = this.#carried;
    this.#press = this.#carried = undefined;
    if (!carried) return;
    clear(carried);
    this.#mark(undefined);
    this.table.selection.hover = undefined;
    const { home, taken } = carried;
    if (home === undefined) this.table.selection.drop();
    else
      void Promise.resolve(taken).then((is) =>
        is ? this.table.selection.setDown(home) : undefined,
      );
  }

  /** True if the click that follows belongs to a drag and has no effect. */
  swallows(): boolean {
    const was = this.#swallow;
    this.#swallow = false;
    return was;
  }
}

function clear({ copy, original }: Carried): void {
  copy?.remove();
  original?.classList.remove("away");
}
