/** The sheet that the map is drawn on, and the bounding box of sheet and tracks. */
import { boundingBox, union, type Box } from "../../../lib/layout";
import type { Space } from "../../../api/protocol";

const MARGIN = 0.16;
/** Half the width of the frame's line. */
const FRAME = 0.06;

/** The sheet around the areas of a map. */
export const sheetOf = (areas: readonly Space[]): Box => boundingBox(areas, MARGIN);

/** The bounding box of the sheet and the tracks. */
export function bounds(spaces: readonly Space[]): Box {
  const { x, y, w, h } = sheetOf(spaces.filter(({ shape }) => shape === "poly"));
  const framed = { x: x - FRAME, y: y - FRAME, w: w + 2 * FRAME, h: h + 2 * FRAME };
  return union(framed, boundingBox(spaces, FRAME));
}
