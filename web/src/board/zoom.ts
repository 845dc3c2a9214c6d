/** Panning and zooming of the board with d3-zoom. */
import { select } from "d3-selection";
import "d3-transition";
import { zoom, zoomIdentity, type D3ZoomEvent, type ZoomBehavior } from "d3-zoom";
import type { Box } from "../lib/layout";

export interface Camera {
  reset(): void;
  by(factor: number): void;
  limit(box: Box): void;
  destroy(): void;
}

/** Let a picture be zoomed; `onchange` hears the transform and how large things are. */
export function camera(
  svg: SVGSVGElement,
  still: () => boolean,
  onchange: (transform: string, scale: number) => void,
): Camera {
  const behaviour: ZoomBehavior<SVGSVGElement, unknown> = zoom<SVGSVGElement, unknown>()
    .scaleExtent([1, 5])
    .filter((event: Event) => allowed(event, scale))
    .clickDistance(6)
    .on("zoom", (event: D3ZoomEvent<SVGSVGElement, unknown>) => {
      scale = event.transform.k;
      onchange(event.transform.toString(), scale);
    });
  let scale = 1;
  const picture = select(svg);
  picture.call(behaviour).on("dblclick.zoom", null);
  const slow = (): number => (still() ? 0 : 200);
  return {
    reset: () => void picture.transition().duration(slow()).call(behaviour.transform, zoomIdentity),
    by: (factor) => void picture.transition().duration(slow()).call(behaviour.scaleBy, factor),
    limit: ({ x, y, w, h }) => {
      const corners: [[number, number], [number, number]] = [
        [x, y],
        [x + w, y + h],
      ];
      behaviour.extent(corners).translateExtent(corners);
    },
    destroy: () => void picture.on(".zoom", null),
  };
}

// One finger or the mouse pans only a board that is zoomed in, and never a thing that can be
// dragged; the wheel and two fingers always zoom.
function allowed(event: Event, scale: number): boolean {
  if (event.type === "wheel") return true;
  if (event instanceof TouchEvent && event.touches.length > 1) return true;
  const held = (event.target as Element).closest(".piece.can, .piece.target, .space.can");
  return scale > 1 && held === null && !(event instanceof MouseEvent && event.button !== 0);
}
