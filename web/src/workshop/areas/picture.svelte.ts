/** A picture behind the sheet, from a file: an object URL in this browser, never sent. */

export class Picture {
  url = $state("");
  /** Width by height of the picture's own pixels. */
  #shape = $state.raw<readonly [number, number]>([1, 1]);
  opacity = $state(0.7);
  /** Its width as a share of the sheet's. */
  size = $state(1);
  at = $state.raw<readonly [number, number]>([0, 0]);
  isLocked = $state(true);

  ratio = $derived.by(() => this.#shape[1] / this.#shape[0]);

  /** Load a picture; false if the browser cannot show it. */
  async load(file: File): Promise<boolean> {
    const url = URL.createObjectURL(file);
    const image = new Image();
    image.src = url;
    try {
      await image.decode();
    } catch {
      URL.revokeObjectURL(url);
      return false;
    }
    this.drop();
    this.#shape = [image.naturalWidth || 1, image.naturalHeight || 1];
    this.url = url;
    this.size = 1;
    this.at = [0, 0];
    return true;
  }

  drop(): void {
    if (this.url) URL.revokeObjectURL(this.url);
    this.url = "";
  }
}
