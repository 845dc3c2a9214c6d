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
import { same, type Box } from "../../../lib/layout";

/** The greatest enlargement. */
export const MOST = 5;
/** The margin between what must be in view and the edge, as a share of the frame. */
const EDGE = 0.04;

export interface Camera {
  reset(): void;
  by(factor: number): void;
  /** Enlarge the surroundings of a point by this factor. */
  show(x: number, y: number, scale: number): void;
  /** The extent of the board, and what is shown of its plane at no zoom. */
  limit(box: Box, shown: Box): void;
  /** True if a point of the board is in view. */
  shows(x: number, y: number): boolean;
  /** The position of a point in the view, in shares of its width and height. */
  place(x: number, y: number): { x: number; y: number };
  destroy(): void;
}

/** Make a board zoomable; `onchange` is called with the new view. */
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
  // What the page last asked to show: everything, or the surroundings of a point.
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
      // What the user moved to stays at the upper left when the frame changes its shape.
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

// Where an entire axis is in view, it is centred.
const within = (n: number, least: number, most: number): number =>
  least > most ? (least + most) / 2 : Math.min(most, Math.max(least, n));

const cornersOf = ({ x, y, w, h }: Box): [[number, number], [number, number]] => [
  [x, y],
  [x + w, y + h],
];

// A point at the centre of the view, within the edges of the board.
function towards(x: number, y: number, k: number, whole: Box, seen: Box): ZoomTransform {
  const [w, h] = [seen.w / k / 2, seen.h / k / 2];
  const cx = within(x, whole.x + w, whole.x + whole.w - w);
  const cy = within(y, whole.y + h, whole.y + whole.h - h);
  return zoomIdentity
    .translate(seen.x + seen.w / 2, seen.y + seen.h / 2)
    .scale(k)
    .translate(-cx, -cy);
}

// One finger or the mouse pans only a zoomed board, and never from something that can be
// dragged or while presses draw marks; the wheel and two fingers always zoom.
function allowed(event: Event, scale: number): boolean {
  if (event.type === "wheel") return true;
  if (event instanceof TouchEvent && event.touches.length > 1) return true;
  const held = (event.target as Element).closest(".piece.can, .piece.target, .space.can, .marking");
  return scale > 1 && held === null && !(event instanceof MouseEvent && event.button !== 0);
}
