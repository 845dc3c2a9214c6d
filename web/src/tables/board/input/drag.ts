/** When a press becomes a drag, and where things are on the screen. No drawing. */

export interface Press {
  id: string;
  x: number;
  y: number;
  pointer: number;
}

/** How far a pointer moves before a press counts as a drag, in pixels. */
const FAR = 7;

export const isFar = (press: Press, x: number, y: number): boolean =>
  Math.hypot(x - press.x, y - press.y) > FAR;

/** A point of the screen in the coordinates of a drawing. */
export function inPlane(plane: SVGGraphicsElement, x: number, y: number): { x: number; y: number } {
  const matrix = plane.getScreenCTM();
  return matrix ? new DOMPoint(x, y).matrixTransform(matrix.inverse()) : { x, y };
}
