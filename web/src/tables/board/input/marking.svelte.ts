/** Drawing circles and arrows on the board: by pointer or by keyboard. */
import { drawn, readMark, writeMark, type Hue, type Mark } from "../../../lib/marks";

export interface MarkingPort {
  /** The marks of the position shown, as texts. */
  readonly marks: readonly string[];
  readonly canMark: boolean;
  change(add: string[], remove: string[]): void;
}

export class Marking {
  /** True while every press on the board marks; otherwise only the secondary button does. */
  isOn = $state(false);
  hue = $state<Hue>("");
  /** Where the mark that is being drawn begins, and where it would end. */
  start = $state<string>();
  end = $state<string>();
  readonly #port: MarkingPort;
  #drawn: Hue = "";
  #pointer: number | undefined;
  #swallow = false;

  constructor(port: MarkingPort) {
    this.#port = port;
  }

  /** What is shown: the marks of the position, and the one that is being drawn. */
  shown = $derived.by((): Mark[] => {
    const there = this.#port.marks.map(readMark).filter((mark) => mark !== undefined);
    return this.start === undefined ? there : [...there, this.#mark(this.start, this.end)];
  });

  get canMark(): boolean {
    return this.#port.canMark;
  }

  /** True while a pointer draws. */
  get isDrawing(): boolean {
    return this.#pointer !== undefined;
  }

  #mark(at: string, to: string | undefined): Mark {
    return { at, to: to === at ? undefined : to, hue: this.#drawn };
  }

  // ---------------------------------------------------------------- pointer

  /** A pointer went down on a place; true if that begins a mark. */
  down(event: PointerEvent, place: string | undefined): boolean {
    this.#swallow = false;
    const isSecond = event.button === 2;
    const marks = this.canMark && event.isPrimary && (isSecond || (this.isOn && !event.button));
    if (!marks) return false;
    this.#swallow = true;
    if (place === undefined) return true;
    this.#drawn = isSecond ? hueOf(event, this.hue) : this.hue;
    this.#pointer = event.pointerId;
    this.start = this.end = place;
    return true;
  }

  over(place: string | undefined): void {
    this.end = place;
  }

  /** The pointer was released: over nothing, nothing is drawn. */
  up(place: string | undefined): void {
    const { start } = this;
    this.cancel();
    if (start !== undefined && place !== undefined) this.#draw(start, place);
  }

  cancel(): void {
    this.#pointer = this.start = this.end = undefined;
  }

  /** True if the click that follows belongs to a mark. */
  swallows(): boolean {
    const was = this.#swallow;
    this.#swallow = false;
    return was;
  }

  // ---------------------------------------------------------------- keyboard

  /** A key with the focus on a place: M circles it, Shift+M begins or ends an arrow. */
  key(event: KeyboardEvent, place: string | undefined): boolean {
    if (!this.canMark || event.ctrlKey || event.metaKey || event.altKey) return false;
    if (event.key === "Escape" && this.start !== undefined) this.cancel();
    else if (place === undefined) return false;
    else if (event.key === "Enter" && this.start !== undefined) this.up(place);
    else if (event.key === "m" || event.key === "M") this.#press(event.shiftKey, place);
    else return false;
    return true;
  }

  #press(isArrow: boolean, place: string): void {
    this.#drawn = this.hue;
    if (!isArrow) this.#draw(place, place);
    else if (this.start === undefined) this.start = this.end = place;
    else this.up(place);
  }

  #draw(at: string, to: string): void {
    const { add, remove } = drawn(this.#port.marks, this.#mark(at, to));
    this.#port.change(add, remove);
  }

  /** Remove a mark. */
  remove(mark: Mark): void {
    this.#port.change([], [writeMark(mark)]);
  }
}

/** The colour that the modifiers of a press mean. */
function hueOf(event: PointerEvent, usual: Hue): Hue {
  if (event.shiftKey && event.altKey) return "gold";
  if (event.shiftKey) return "red";
  return event.altKey ? "green" : usual;
}
