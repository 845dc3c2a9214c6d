/** A picture behind the sheet, from a file: a data URL in this browser, never sent. */

/** The most pixels of a side: a scan has ten times as many, and would be drawn anew at each move. */
const MOST = 4096;

/** The contents of a file as a URL; the site's policy allows no other kind from a file. */
function urlOf(file: Blob, signal: AbortSignal, tell: (share: number) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    signal.addEventListener("abort", () => reader.abort());
    reader.onprogress = ({ loaded, total }) => tell(loaded / Math.max(1, total));
    reader.onload = () => resolve(String(reader.result));
    reader.onabort = reader.onerror = () => reject(reader.error ?? new Error("stopped"));
    reader.readAsDataURL(file);
  });
}

/** A picture of at most so many pixels as a file; none if it is small enough as it is. */
async function reduced(image: HTMLImageElement): Promise<Blob | undefined> {
  const [wide, high] = [image.naturalWidth, image.naturalHeight];
  const share = MOST / Math.max(wide, high);
  if (share >= 1) return undefined;
  const size = [Math.round(wide * share), Math.round(high * share)] as const;
  const small = await createImageBitmap(image, {
    resizeWidth: size[0],
    resizeHeight: size[1],
    resizeQuality: "high",
  });
  const canvas = new OffscreenCanvas(...size);
  canvas.getContext("bitmaprenderer")!.transferFromImageBitmap(small);
  return canvas.convertToBlob({ type: "image/webp", quality: 0.9 });
}

export class Picture {
  url = $state("");
  /** The share of a file that has been read while it is being loaded. */
  read = $state<number>();
  #going: AbortController | undefined;
  /** Width by height of the picture's own pixels. */
  #shape = $state.raw<readonly [number, number]>([1, 1]);
  opacity = $state(0.7);
  /** Its width as a share of the sheet's. */
  size = $state(1);
  at = $state.raw<readonly [number, number]>([0, 0]);
  isLocked = $state(true);

  ratio = $derived.by(() => this.#shape[1] / this.#shape[0]);

  /** Load a picture; false if the browser cannot show it. Another one, or `stop`, ends it. */
  async load(file: File): Promise<boolean> {
    this.stop();
    const { signal } = (this.#going = new AbortController());
    this.read = 0;
    try {
      const image = new Image();
      image.src = await urlOf(file, signal, (share) => (this.read = share));
      await image.decode();
      const small = await reduced(image);
      const url = small ? await urlOf(small, signal, () => {}) : image.src;
      if (!signal.aborted) this.#show(url, image);
    } catch {
      return signal.aborted;
    } finally {
      if (!signal.aborted) this.read = undefined;
    }
    return true;
  }

  #show(url: string, image: HTMLImageElement): void {
    this.#shape = [image.naturalWidth || 1, image.naturalHeight || 1];
    this.url = url;
    this.size = 1;
    this.at = [0, 0];
  }

  /** Load no longer. */
  stop(): void {
    this.#going?.abort();
    this.read = undefined;
  }

  drop(): void {
    this.stop();
    this.url = "";
  }
}
