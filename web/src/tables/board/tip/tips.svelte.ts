/**
 * Which thing is explained in place: the one under the pointer, in focus or under a long press.
 * Nothing is drawn here.
 */
import type { Reason } from "../../../api/protocol";

export interface Point {
  x: number;
  y: number;
}

export interface Pointed {
  id: string;
  by: "pointer" | "focus" | "press";
  at?: Point;
}

/** Why a clicked thing cannot be chosen. */
export interface Refusal {
  id: string;
  reason: Reason;
}

/** How long a finger must rest on a thing to ask about it, in milliseconds. */
const LONG = 400;
/** How far it may move meanwhile, in pixels. */
const FAR = 8;

const isFar = (a: Point, b: Point): boolean => Math.hypot(a.x - b.x, a.y - b.y) > FAR;

export class Tips {
  shown = $state.raw<Pointed>();
  refusal = $state.raw<Refusal>();
  #press: { from: Point; timer: ReturnType<typeof setTimeout> } | undefined;
  #swallow = false;
  // The pointer's position since a click: what moves under it there does not count as hovered.
  #resting: Point | undefined;

  /** The mouse, or what it carries, is over a thing, or over none. */
  over(id: string | undefined, at: Point): void {
    if (this.#resting && !isFar(this.#resting, at)) return;
    this.#resting = undefined;
    if (id) this.shown = { id, by: "pointer", at };
    else if (this.shown?.by === "pointer") this.shown = undefined;
  }

  /** A thing got the focus by keyboard, or lost it. */
  focus(id: string | undefined): void {
    if (id) this.shown = { id, by: "focus" };
    else if (this.shown?.by === "focus") this.shown = undefined;
  }

  /** The mouse was pressed, or dropped what it carried. */
  click(at: Point): void {
    this.hide();
    this.#resting = at;
  }

  /** A finger went down, perhaps on a thing; a second one cancels. */
  touch(id: string | undefined, at: Point, isFirst: boolean): void {
    this.hide();
    this.#swallow = false;
    if (!id || !isFirst) return;
    const timer = setTimeout(() => {
      this.#swallow = true;
      this.shown = { id, by: "press", at };
    }, LONG);
    this.#press = { from: at, timer };
  }

  /** The finger moved: beyond the limit, it is no long press. */
  move(at: Point): void {
    if (!this.#press || !isFar(this.#press.from, at)) return;
    this.#end();
    if (this.shown?.by === "press") this.shown = undefined;
  }

  /** The finger was lifted; the tip of a long press stays until the next touch. */
  lift(): void {
    this.#end();
  }

  #end(): void {
    clearTimeout(this.#press?.timer);
    this.#press = undefined;
  }

  /** True while a finger is down that may become a long press. */
  get isPressed(): boolean {
    return this.#press !== undefined;
  }

  /** True if the click that follows ends a long press and chooses nothing. */
  swallows(): boolean {
    const was = this.#swallow;
    this.#swallow = false;
    return was;
  }

  refuse(id: string, reason: Reason): void {
    this.shown = undefined;
    this.refusal = { id, reason };
  }

  /** Clear everything. */
  hide(): void {
    this.#end();
    this.shown = this.refusal = undefined;
  }
}
