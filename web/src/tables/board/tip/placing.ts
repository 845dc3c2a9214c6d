/** Places a tip: beside its thing, covering as little as possible of what can be chosen. */
import { computePosition, offset, shift, type Placement } from "@floating-ui/dom";
import type { Point } from "./tips.svelte";

const SIDES: readonly Placement[] = ["top", "bottom", "right", "left"];
/** The distance from the thing, and from the edge of the window. */
const GAP = 10;
const EDGE = 6;
/** The part of a large thing near the pointer: it is explained there, not at its edge. */
const REACH = { x: 60, y: 140 };
/** How much more than the best place another may hide, as a share of the tip's area. */
const SLACK = 0.06;

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** How much of a box another one covers. */
export function overlap(a: Box, b: Box): number {
  const w = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const h = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return w > 0 && h > 0 ? w * h : 0;
}

/** The part of a thing that is near the pointer. */
export function near({ left, top, right, bottom }: Box, at: Point | undefined): Box {
  const box = { left, top, right, bottom };
  if (!at) return box;
  return {
    left: Math.max(box.left, at.x - REACH.x),
    right: Math.min(box.right, at.x + REACH.x),
    top: Math.max(box.top, at.y - REACH.y),
    bottom: Math.min(box.bottom, at.y + REACH.y),
  };
}

/** The best place for a tip beside a thing, in the window. */
export async function placeFor(
  tip: HTMLElement,
  thing: Element,
  at: Point | undefined,
  avoided: readonly Element[],
): Promise<Point> {
  const box = near(thing.getBoundingClientRect(), at);
  const [width, height] = [Math.max(0, box.right - box.left), Math.max(0, box.bottom - box.top)];
  const rect = { ...box, x: box.left, y: box.top, width, height };
  const anchor = { getBoundingClientRect: () => rect, contextElement: thing };
  const boxes = avoided.filter((one) => one !== thing).map((one) => one.getBoundingClientRect());
  const { offsetWidth, offsetHeight } = tip;
  const found = await Promise.all(
    SIDES.map(async (placement) => {
      const { x, y } = await computePosition(anchor, tip, {
        placement,
        strategy: "fixed",
        middleware: [offset(GAP), shift({ padding: EDGE, crossAxis: true })],
      });
      const place = { left: x, top: y, right: x + offsetWidth, bottom: y + offsetHeight };
      // Over the thing itself it would hide what it explains.
      const hidden = boxes.reduce((sum, one) => sum + overlap(place, one), 0);
      return { x, y, cost: hidden + 20 * overlap(place, rect) };
    }),
  );
  return best(found, offsetWidth * offsetHeight);
}

/**
 * The first of the places that hide hardly more than the best one does: hiding slightly less is not
 * worth a jump to another side. `area` is that of the tip.
 */
export function best<Place extends { cost: number }>(
  places: readonly Place[],
  area: number,
): Place {
  const least = Math.min(...places.map(({ cost }) => cost));
  return places.find(({ cost }) => cost <= least + SLACK * area)!;
}
