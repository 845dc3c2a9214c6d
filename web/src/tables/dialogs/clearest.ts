/** Where a card over the board covers least of some things on it. */

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}
type Spot = readonly [align: string, justify: string];

const PLACES = { center: 0.5, start: 0, end: 1 } as const;
const NAMES = ["center", "start", "end"] as const;

const common = (a: number, length: number, b: number, other: number): number =>
  Math.max(0, Math.min(a + length, b + other) - Math.max(a, b));

const overlap = (a: Box, b: Box): number =>
  common(a.left, a.width, b.left, b.width) * common(a.top, a.height, b.top, b.height);

/** The places for a card in a frame, as values of `align-items` and `justify-items`; the middle first. */
export function clearest(frame: Box, card: Box, things: readonly Element[]): Spot {
  const boxes = things.map((one) => one.getBoundingClientRect());
  const covered = ([align, justify]: (typeof NAMES)[number][]): number => {
    const left = frame.left + (frame.width - card.width) * PLACES[justify!];
    const top = frame.top + (frame.height - card.height) * PLACES[align!];
    const at = { left, top, width: card.width, height: card.height };
    return boxes.reduce((sum, box) => sum + overlap(at, box), 0);
  };
  const spots = NAMES.flatMap((align) => NAMES.map((justify) => [align, justify]));
  const [best] = spots.sort((a, b) => covered(a) - covered(b));
  return best as unknown as Spot;
}
