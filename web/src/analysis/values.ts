/** Prepares search results for display: numbers as text, bars, the chart of a whole game. */
import type { Analysis, Judged, Review, Verdict } from "../api/protocol";

/** A value from -1 to 1 with its sign and two digits; a dash if there is none. */
export function valueText(value: number | null | undefined): string {
  if (value === null || value === undefined) return "–";
  const text = Math.abs(value).toFixed(2);
  if (text === "0.00") return "0.00";
  return (value > 0 ? "+" : "−") + text;
}

/** A seat's prospects, as the end of a key: clearly ahead, slightly ahead, even ... */
export function standing(
  value: number | null | undefined,
): "won" | "better" | "even" | "worse" | "lost" | "unknown" {
  if (value === null || value === undefined) return "unknown";
  if (Math.abs(value) < 0.12) return "even";
  if (Math.abs(value) < 0.6) return value > 0 ? "better" : "worse";
  return value > 0 ? "won" : "lost";
}

/** A bar from the middle: its start and width, in percent. */
export function bar(value: number | null | undefined): { left: number; width: number } {
  const half = clamp(value ?? 0) * 50;
  return { left: 50 + Math.min(0, half), width: Math.abs(half) };
}

/** True if every result is exact, so that the search has nothing to add. */
export const isSettled = (found: Analysis | undefined): boolean =>
  found?.choices?.every((choice) => choice.exact) ?? false;

/** The share of the search spent on a choice, from 0 to 1. */
export function share(analysis: Analysis, choice: Judged): number {
  const all = (analysis.choices ?? []).reduce((sum, one) => sum + (one.visits ?? 0), 0);
  return all > 0 ? (choice.visits ?? 0) / all : 0;
}

const clamp = (value: number): number => Math.max(-1, Math.min(1, value));

// ---------------------------------------------------------------- the chart

/** One seat's value over the game. */
export interface Curve {
  seat: number;
  points: { step: number; value: number }[];
}

/** A curve for every seat, or only the first where it implies the others. */
export function curves(review: Review, seats: number): Curve[] {
  const shown = review.one_line ? 1 : seats;
  const last = Math.max(review.step, ...(review.verdicts ?? []).map((verdict) => verdict.step));
  return Array.from({ length: shown }, (_, seat) => ({
    seat,
    points: pointsOf(review, seat, last),
  })).filter((curve) => curve.points.length > 0);
}

function pointsOf(review: Review, seat: number, last: number): Curve["points"] {
  const points = (review.verdicts ?? []).flatMap(({ step, values }) => {
    const value = values[seat];
    return value === null || value === undefined ? [] : [{ step, value: clamp(value) }];
  });
  const end = review.running ? undefined : review.end?.[seat];
  return end === undefined ? points : [...points, { step: last, value: clamp(end) }];
}

/** The decisions that gave something away, in order. */
export function lapses(review: Review): Verdict[] {
  return (review.verdicts ?? []).filter((verdict) => verdict.grade && verdict.grade !== "good");
}

/** Those with a high cost, not only a loss of time. */
export function turningPoints(review: Review): Verdict[] {
  return lapses(review).filter((verdict) => verdict.grade !== "slip");
}

/** True if a review has all of a game whose last step this is, and is done. */
export const isWhole = (review: Review | undefined, last: number): boolean =>
  review !== undefined &&
  !review.running &&
  (review.verdicts?.length ?? 0) >= review.of &&
  review.step === last;

/** The lapses that a review lists: some, none in the whole game, or none so far. */
export function listed(review: Review, last: number): "some" | "none" | "pending" {
  if (lapses(review).length > 0) return "some";
  return isWhole(review, last) ? "none" : "pending";
}

/** The turning point before or after a step, if any. */
export function nextTurn(review: Review, step: number, way: 1 | -1): number | undefined {
  const steps = turningPoints(review).map((verdict) => verdict.step);
  return way > 0 ? steps.find((one) => one > step) : steps.filter((one) => one < step).at(-1);
}

/** A seat's value at a step: that of the last decision up to it. */
export function valueAt(curve: Curve, step: number): number | undefined {
  return curve.points.filter((point) => point.step <= step).at(-1)?.value;
}

/** Room above and below the curve, so that marks at its extremes are not cut. */
const EDGE = 9;

/** The position of a step and a value in a chart of this size. */
export function spot(
  step: number,
  value: number,
  last: number,
  width: number,
  height: number,
): [number, number] {
  return [last > 0 ? (step / last) * width : 0, EDGE + ((1 - value) / 2) * (height - 2 * EDGE)];
}

/** A curve as an SVG path. */
export function curvePath(curve: Curve, last: number, width: number, height: number): string {
  return curve.points
    .map(
      ({ step, value }, n) =>
        `${n ? "L" : "M"}${spot(step, value, last, width, height).map(round).join(" ")}`,
    )
    .join("");
}

/** The area between a curve and the middle. */
export function areaPath(curve: Curve, last: number, width: number, height: number): string {
  const [first, end] = [curve.points[0], curve.points.at(-1)];
  if (!first || !end) return "";
  const x = (step: number): number => round(spot(step, 0, last, width, height)[0]);
  return `${curvePath(curve, last, width, height)}L${x(end.step)} ${height / 2}L${x(first.step)} ${height / 2}Z`;
}

const round = (x: number): number => Math.round(x * 100) / 100;
