/** The view of a sheet: what is enlarged, where a pointer is, and how many fingers touch it. */
import { zoomIdentity } from "d3-zoom";
import type { Box } from "../../lib/layout";
import { settings } from "../../state/settings.svelte";
import { camera, type Camera } from "../../tables/board/input/zoom";

export class Viewport {
  svg = $state<SVGSVGElement>();
  plane = $state<SVGGElement>();
  transform = $state.raw(zoomIdentity);
  camera = $state<Camera>();
  isLarge = $derived(this.transform.k > 1.01);
  readonly #fingers = new Set<number>();

  constructor(box: () => Box) {
    $effect(() => {
      if (!this.svg) return;
      const made = camera(
        this.svg,
        () => settings.still,
        (change) => (this.transform = change),
      );
      this.camera = made;
      return () => made.destroy();
    });
    $effect(() => this.camera?.limit(box(), box()));
  }

  /** Where a pointer is on the plane. */
  placeOf({ clientX, clientY }: PointerEvent): [number, number] {
    const matrix = this.plane!.getScreenCTM()!.inverse();
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix);
    return [x, y];
  }

  /** Note a finger that comes; true if it is the only one. */
  isFirst({ pointerId }: PointerEvent): boolean {
    return this.#fingers.add(pointerId).size === 1;
  }

  /** Note a finger that goes. */
  release({ pointerId }: PointerEvent): void {
    this.#fingers.delete(pointerId);
  }
}
