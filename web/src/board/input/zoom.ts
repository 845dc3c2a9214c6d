/** Panning and zooming of the board with d3-zoom. */
import { select } from "d3-selection";
import "d3-transition";
import {
  zoom,
  zoomIdentity,
  zoomTransform,
  type D3ZoomEvent,
  type ZoomBehavior,
  type ZoomTransform,
} from "d3-zoom";
import { same, type Box } from "../../lib/layout";

/** So many times larger a picture is shown at most. */
export const MOST = 5;
/** What is in sight is so far from the edge, in shares of it. */
const EDGE = 0.04;

export interface Camera {
  reset(): void;
  by(factor: number): void;
  /** Show what lies round a point of the picture so many times larger. */
  show(x: number, y: number, scale: number): void;
  /** How far the picture reaches, and what is shown of its plane where it is whole. */
  limit(box: Box, shown: Box): void;
  /** Whether a point of the picture is in sight. */
  shows(x: number, y: number): boolean;
  /** Where a point of the picture is in what is shown, in shares of its edges. */
  place(x: number, y: number): { x: number; y: number };
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
      if (event.sourceEvent) aim = undefined;
      onchange(event.transform);
    });
  let scale = 1;
  // What the page has last asked to be shown: all of it, or so much round a point.
  let aim: { x: number; y: number; k: number } | undefined;
  const picture = select(svg);
  picture.call(behaviour).on("dblclick.zoom", null);
  let whole: Box = { x: 0, y: 0, w: 1, h: 1 };
  let seen = whole;
  const placeOf = (x: number, y: number): { x: number; y: number } => {
    const [px, py] = zoomTransform(svg).apply([x, y]);
    return { x: (px - seen.x) / seen.w, y: (py - seen.y) / seen.h };
  };
  const slow = (): number => (still() ? 0 : 200);
  return {
    reset: () => {
      aim = { x: 0, y: 0, k: 1 };
      picture.transition().duration(slow()).call(behaviour.transform, zoomIdentity);
    },
    by: (factor) => {
      aim = undefined;
      picture.transition().duration(slow()).call(behaviour.scaleBy, factor);
    },
    show: (x, y, k) => {
      aim = { x, y, k };
      const to = towards(x, y, k, whole, seen);
      picture.transition().duration(slow()).call(behaviour.transform, to);
    },
    limit: (box, shown) => {
      if (same(box, whole) && same(shown, seen)) return;
      // What the user has moved to stays at the upper left when the frame gets another shape.
      const { k, x, y } = zoomTransform(svg);
      const [left, top] = [(seen.x - x) / k, (seen.y - y) / k];
      [whole, seen] = [box, shown];
      behaviour.extent(cornersOf(shown)).translateExtent(cornersOf(box));
      const to = aim ?? { x: left + shown.w / k / 2, y: top + shown.h / k / 2, k };
      if (to.k === 1 && k === 1) return;
      picture.call(behaviour.transform, towards(to.x, to.y, to.k, box, shown));
    },
    shows: (x, y) => {
      const at = placeOf(x, y);
      return [at.x, at.y].every((share) => EDGE <= share && share <= 1 - EDGE);
    },
    place: placeOf,
    destroy: () => void picture.on(".zoom", null),
  };
}

// Where all of an edge is in sight its middle is shown.
const within = (n: number, least: number, most: number): number =>
  least > most ? (least + most) / 2 : Math.min(most, Math.max(least, n));

const cornersOf = ({ x, y, w, h }: Box): [[number, number], [number, number]] => [
  [x, y],
  [x + w, y + h],
];

// A point in the middle of what is shown, no further than the edges of the picture.
function towards(x: number, y: number, k: number, whole: Box, seen: Box): ZoomTransform {
  const [w, h] = [seen.w / k / 2, seen.h / k / 2];
  const cx = within(x, whole.x + w, whole.x + whole.w - w);
  const cy = within(y, whole.y + h, whole.y + whole.h - h);
  return zoomIdentity
    .translate(seen.x + seen.w / 2, seen.y + seen.h / 2)
    .scale(k)
    .translate(-cx, -cy);
}

// One finger or the mouse pans only a board that is zoomed in, and never a thing that can be
// dragged; the wheel and two fingers always zoom.
function allowed(event: Event, scale: number): boolean {
  if (event.type === "wheel") return true;
  if (event instanceof TouchEvent && event.touches.length > 1) return true;
  const held = (event.target as Element).closest(".piece.can, .piece.target, .space.can");
  return scale > 1 && held === null && !(event instanceof MouseEvent && event.button !== 0);
}
