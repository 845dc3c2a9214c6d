/** Drag and drop: the same clicks, made by carrying a thing from one place to another. */
import { meanings } from "../lib/choose";
import { inPlane, isFar, type Press } from "../lib/drag";
import { spaceAt } from "../lib/layout";
import type { TableState } from "../state/table.svelte";

interface Carried {
  key: string | undefined;
  copy: SVGGElement | undefined;
  original: Element | null;
  scale: number;
}

export class Dragging {
  #press: Press | undefined;
  #carried: Carried | undefined;
  #swallow = false;

  constructor(
    readonly table: TableState,
    readonly layer: () => SVGGElement | undefined,
    /** How large a piece is drawn on the board. */
    readonly scale: () => number,
  ) {}

  /** A pointer went down, perhaps on an id that can be lifted. */
  down(event: PointerEvent, id: string | undefined): void {
    this.#swallow = false;
    this.#press = undefined;
    if (id && event.button === 0 && event.isPrimary) this.#press = { id, x: event.clientX, y: event.clientY, pointer: event.pointerId };
  }

  /** The pointer moved; true when that has just begun a drag. */
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
    const already = this.table.path.at(-1) === id;
    if (!already && !this.table.lift(id)) {
      this.#press = undefined;
      return;
    }
    const original = this.#inHand(id);
    const drawing = original?.querySelector<SVGGElement>("[data-key]") ?? undefined;
    this.#carried = { key: drawing?.dataset.key, original, copy: undefined, scale: 1 };
    if (drawing) this.#copy(layer, drawing);
    original?.classList.add("away");
  }

  // What is carried: the thing itself, or, where a path begins with a space, the piece on its top.
  #inHand(id: string): Element | null {
    const thing = document.querySelector(`[data-id="${CSS.escape(id)}"]`);
    const on = this.table.path[0] === id ? thing?.querySelectorAll("[data-piece]") : undefined;
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
    Object.assign(this.#carried!, { copy, scale: (onBoard ? here.a / ground.a : this.scale()) * 1.1 });
  }

  #place(layer: SVGGElement, event: PointerEvent): void {
    const { x, y } = inPlane(layer, event.clientX, event.clientY);
    const { copy, scale } = this.#carried!;
    copy?.setAttribute("transform", `translate(${x} ${y}) scale(${scale})`);
    this.table.hover = this.#under(x, y);
  }

  // The space under the pointer, as the id it would mean among those that can follow.
  #under(x: number, y: number): string | undefined {
    const { scene, next } = this.table;
    const open = (scene?.spaces ?? []).filter((space) => meanings(scene!, space.id, next).length > 0);
    return spaceAt(open, x, y)?.id;
  }

  /** The pointer went up: drop what is carried where it is, or let it go back. */
  up(event: PointerEvent): { key: string; at: DOMMatrix } | undefined {
    const carried = this.#carried;
    const layer = this.layer();
    this.#press = this.#carried = undefined;
    if (!carried || !layer) return undefined;
    this.#swallow = true;
    const place = carried.copy?.getScreenCTM();
    const { x, y } = inPlane(layer, event.clientX, event.clientY);
    const space = this.#under(x, y);
    carried.copy?.remove();
    carried.original?.classList.remove("away");
    this.table.hover = undefined;
    if (space) this.table.touch(space);
    else this.table.drop();
    return space && place && carried.key ? { key: carried.key, at: DOMMatrix.fromMatrix(place) } : undefined;
  }

  cancel(): void {
    this.#carried?.copy?.remove();
    this.#carried?.original?.classList.remove("away");
    if (this.#carried) this.table.drop();
    this.#press = this.#carried = undefined;
  }

  /** Whether the click that follows belongs to a drag and means nothing. */
  swallows(): boolean {
    const was = this.#swallow;
    this.#swallow = false;
    return was;
  }
}
