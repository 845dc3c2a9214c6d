/** How close each side is to its goal, as rows: one for each thing that is counted. */
import type { Goal, GoalMark, Say, Side } from "../../api/protocol";

/** One thing that is counted, and each side's number of it: undefined where it doesn't apply. */
export interface GoalRow {
  label: Say;
  marks: (GoalMark | undefined)[];
}

/** At most this many marks are drawn as dots; more become a bar. */
export const MAX_DOTS = 4;

export function goalRows(goal: Goal, sides: readonly Side[]): GoalRow[] {
  const rows = new Map<string, GoalRow>();
  for (const mark of goal.marks ?? []) {
    const key = JSON.stringify(mark.label);
    const row = rows.get(key) ?? { label: mark.label, marks: sides.map(() => undefined) };
    row.marks[sides.findIndex((side) => side.side === mark.side)] = mark;
    rows.set(key, row);
  }
  return [...rows.values()];
}

/** A side's count of each of its goals. */
export function marksOf(goal: Goal, side: Side): GoalMark[] {
  return (goal.marks ?? []).filter((mark) => mark.side === side.side);
}

/** The sides for which something is counted: a side that is out has no marks any more. */
export const counted = (goal: Goal, sides: readonly Side[]): Side[] =>
  sides.filter((side) => marksOf(goal, side).length > 0);

/** The mark with which a side is closest to winning, among those that win by a number. */
export function nearest(goal: Goal, side: Side | undefined): GoalMark | undefined {
  const marks = side ? marksOf(goal, side) : [];
  const share = (mark: GoalMark): number => (mark.need ? mark.have / mark.need : -1);
  return marks.toSorted((a, b) => share(b) - share(a))[0];
}
