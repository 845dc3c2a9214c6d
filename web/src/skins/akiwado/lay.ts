/** Where the destroyed goods lie: beside the name of their place, which stays readable. */
import { spots, type Spot } from "../../lib/layout";
import type { Piece, Space } from "../../api/protocol";

const SHARE = 0.5;
/** The name takes so much of the place's width. */
const NAME = 0.19;

/** The spots of pieces that lie on a space; nothing where the usual ones do. */
export function lay(space: Space, drawn: readonly { piece: Piece }[]): Spot[] | undefined {
  if (space.look !== "waste") return undefined;
  const [wide, high] = space.size;
  const rest: Space = { ...space, size: [(1 - NAME) * wide, high] };
  return spots(rest, drawn.length, SHARE).map((spot) => ({
    ...spot,
    x: spot.x + (NAME * wide) / 2,
  }));
}
