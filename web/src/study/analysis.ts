/** What a search thinks, made ready to be shown: numbers as text, bars, the chart of a whole game. */
import type { Analysis, Exact, Judged, Review, Verdict } from "../api/protocol";

/** A value from -1 to 1 with its sign and two digits; a dash where there is none. */
export function valueText(value: number | null | undefined): string {
  if (value === null || value === undefined) return "–";
  const text = Math.abs(value).toFixed(2);
  if (text === "0.00") return "0.00";
  return (value > 0 ? "+" : "−") + text;
}

/** Which way an exact value goes, as the end of a key. */
export const outcome = ({ result }: Exact): "wins" | "loses" | "draw" =>
  result > 0 ? "wins" : result < 0 ? "loses" : "draw";

/** How a seat stands, as the end of a key: clearly ahead, a little ahead, even ... */
export function standing(
  value: number | null | undefined,
): "won" | "better" | "even" | "worse" | "lost" | "unknown" {
  if (value === null || value === undefined) return "unknown";
  if (Math.abs(value) < 0.12) return "even";
  if (Math.abs(value) < 0.6) return value > 0 ? "better" : "worse";
  return value > 0 ? "won" : "lost";
}

/** A bar that grows from the middle: where it begins and how wide it is, in percent. */
export function bar(value: number | null | undefined): { left: number; width: number } {
  const half = clamp(value ?? 0) * 50;
  return { left: 50 + Math.min(0, half), width: Math.abs(half) };
}

/** Whether everything that was found is certain, so that a search has nothing more to say. */
export const isSettled = (found: Analysis | undefined): boolean =>
  found?.choices?.every((choice) => choice.exact) ?? false;

/** The share of the search that a choice got, from 0 to 1. */
export function share(analysis: Analysis, choice: Judged): number {
  const all = (analysis.choices ?? []).reduce((sum, one) => sum + (one.visits ?? 0), 0);
  return all > 0 ? (choice.visits ?? 0) / all : 0;
}

const clamp = (value: number): number => Math.max(-1, Math.min(1, value));

// ---------------------------------------------------------------- the chart

/** One seat's value through the game. */
export interface Curve {
  seat: number;
  points: { step: number; value: number }[];
}

/** A curve for every seat, or only the first where it tells the others' too. */
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

/** The decisions that gave something away, in the order of the game. */
export function lapses(review: Review): Verdict[] {
  return (review.verdicts ?? []).filter((verdict) => verdict.grade && verdict.grade !== "good");
}

/** Those that cost much, not only time. */
export function turningPoints(review: Review): Verdict[] {
  return lapses(review).filter((verdict) => verdict.grade !== "slip");
}

/** The turning point before or after a step; undefined when there is none. */
export function nextTurn(review: Review, step: number, way: 1 | -1): number | undefined {
  const steps = turningPoints(review).map((verdict) => verdict.step);
  return way > 0 ? steps.find((one) => one > step) : steps.filter((one) => one < step).at(-1);
}

/** The value of a seat at a step: that of the last decision up to it. */
export function valueAt(curve: Curve, step: number): number | undefined {
  return curve.points.filter((point) => point.step <= step).at(-1)?.value;
}

/** Room above and below the curve, so that a mark at either end is whole. */
const EDGE = 9;

/** Where a step and a value lie in a chart of this size. */
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
