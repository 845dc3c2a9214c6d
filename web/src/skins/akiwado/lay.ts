/** Places pieces so that names stay readable: next to that of the destroyed goods, below a market's sign. */
import { shorter, spots, type Spot } from "../../lib/layout";
import type { Piece, Space } from "../../api/protocol";

const SHARE = 0.5;
/** The share of the place's width that the name takes. */
const NAME = 0.19;
/** How far a market's sign hangs into it, as a share of the shorter edge. */
const SIGN = 0.27;

/** The spots of pieces on a space; undefined for the default spots. */
export function lay(space: Space, drawn: readonly { piece: Piece }[]): Spot[] | undefined {
  const [wide, high] = space.size;
  if (space.look === "waste") {
    const found = inside(space, [(1 - NAME) * wide, high], drawn.length);
    return found.map((spot) => ({ ...spot, x: spot.x + (NAME * wide) / 2 }));
  }
  if (space.look !== "east" && space.look !== "west") return undefined;
  const usual = spots(space, drawn.length, SHARE);
  if (new Set(usual.map(({ y }) => y)).size < 2) return usual;
  const sign = SIGN * shorter(space);
  const found = inside(space, [wide, high - sign], drawn.length);
  return found.map((spot) => ({ ...spot, y: spot.y + sign / 2 }));
}

const inside = (space: Space, size: [number, number], count: number): Spot[] =>
  spots({ ...space, size }, count, SHARE);
