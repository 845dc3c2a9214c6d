/** Panning and zooming of the board with d3-zoom. */
import { select } from "d3-selection";
import "d3-transition";
import {
  zoom,
  zoomIdentity,
  type D3ZoomEvent,
  type ZoomBehavior,
  type ZoomTransform,
} from "d3-zoom";
import type { Box } from "../lib/layout";

/** So many times larger a picture is shown at most. */
export const MOST = 5;

export interface Camera {
  reset(): void;
  by(factor: number): void;
  /** Show what lies round a point of the picture so many times larger. */
  show(x: number, y: number, scale: number): void;
  limit(box: Box): void;
  destroy(): void;
}

/** Let a picture be zoomed; `onchange` hears how it is shown then. */
export function camera(
  svg: SVGSVGElement,
  still: () => boolean,
  onchange: (transform: ZoomTransform) => void,
): Camera {
  const behaviour: ZoomBehavior<SVGSVGElement, unknown> = zoom<SVGSVGElement, unknown>()
    .scaleExtent([1, MOST])
    .filter((event: Event) => allowed(event, scale))
    .clickDistance(6)
    .on("zoom", (event: D3ZoomEvent<SVGSVGElement, unknown>) => {
      scale = event.transform.k;
      onchange(event.transform);
    });
  let scale = 1;
  const picture = select(svg);
  picture.call(behaviour).on("dblclick.zoom", null);
  let whole: Box = { x: 0, y: 0, w: 1, h: 1 };
  const slow = (): number => (still() ? 0 : 200);
  return {
    reset: () => void picture.transition().duration(slow()).call(behaviour.transform, zoomIdentity),
    by: (factor) => void picture.transition().duration(slow()).call(behaviour.scaleBy, factor),
    show: (x, y, k) => {
      const { x: left, y: top, w, h } = whole;
      // No further than the edges of the picture.
      const cx = within(x, left + w / k / 2, left + w - w / k / 2);
      const cy = within(y, top + h / k / 2, top + h - h / k / 2);
      const to = zoomIdentity
        .translate(left + w / 2, top + h / 2)
        .scale(k)
        .translate(-cx, -cy);
      picture.transition().duration(slow()).call(behaviour.transform, to);
    },
    limit: (box) => {
      whole = box;
      const { x, y, w, h } = box;
      const corners: [[number, number], [number, number]] = [
        [x, y],
        [x + w, y + h],
      ];
      behaviour.extent(corners).translateExtent(corners);
    },
    destroy: () => void picture.on(".zoom", null),
  };
}

const within = (n: number, least: number, most: number): number =>
  Math.min(most, Math.max(least, n));

// One finger or the mouse pans only a board that is zoomed in, and never a thing that can be
// dragged; the wheel and two fingers always zoom.
function allowed(event: Event, scale: number): boolean {
  if (event.type === "wheel") return true;
  if (event instanceof TouchEvent && event.touches.length > 1) return true;
  const held = (event.target as Element).closest(".piece.can, .piece.target, .space.can");
  return scale > 1 && held === null && !(event instanceof MouseEvent && event.button !== 0);
}
