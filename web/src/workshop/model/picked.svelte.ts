/** Cells of a sheet that are chosen instead of painted: with the pointer, a finger, or keys. */
export class Picked {
  /** Strokes choose cells. */
  on = $state(false);
  cells = $state.raw<readonly string[]>([]);
  /** A stroke under way: whether it adds cells or takes them away, once it has touched one. */
  #adds: boolean | undefined;
  #isStroke = false;

  begin(): void {
    this.#isStroke = true;
    this.#adds = undefined;
  }

  end(): void {
    this.#isStroke = false;
    this.#adds = undefined;
  }

  /** The first cell of a stroke decides whether it adds or takes away. */
  touch(cell: string): void {
    const has = this.cells.includes(cell);
    this.#adds ??= !has;
    if (this.#adds !== has)
      this.cells = has ? this.cells.filter((one) => one !== cell) : [...this.cells, cell];
    if (!this.#isStroke) this.#adds = undefined;
  }

  clear(): void {
    this.cells = [];
  }
}
