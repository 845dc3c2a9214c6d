/** A picture behind the sheet, from a file: a data URL in this browser, never sent. */

/** The contents of a file as a URL; the site's policy allows no other kind from a file. */
function urlOf(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error(file.name));
    reader.readAsDataURL(file);
  });
}

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
    const image = new Image();
    try {
      image.src = await urlOf(file);
      await image.decode();
    } catch {
      return false;
    }
    this.#shape = [image.naturalWidth || 1, image.naturalHeight || 1];
    this.url = image.src;
    this.size = 1;
    this.at = [0, 0];
    return true;
  }

  drop(): void {
    this.url = "";
  }
}
