export type Spot = [x: number, y: number, ...more: number[]];

/** The spots of a drawing, written "x y, x y": each may have further numbers, such as a size. */
export const spots = (text: string): Spot[] =>
  (text.match(/[^,]+/g) ?? []).map((spot) => spot.trim().split(/\s+/).map(Number) as Spot);
