/** Merges partial updates into the state held. */
import type { ChatLine, LogLine, LogPart, Thinker } from "../../api/protocol";

/** The log with a part merged in: everything held from its start on is replaced. */
export function mergeLog(held: readonly LogLine[], part: LogPart): LogLine[] {
  return [...held.slice(0, part.start), ...part.lines];
}

/** True if a line is private to two seats. */
export const isPrivate = (line: ChatLine): boolean => line.to !== undefined && !line.aloud;

/** A key that identifies a line: private lines are numbered separately. */
export const lineKey = (line: ChatLine): string =>
  isPrivate(line) ? `${line.seat}>${line.to}:${line.n}` : String(line.n);

/** The chat with new lines merged in: each line once, in its latest form, in order. */
export function mergeChat(held: readonly ChatLine[], more: readonly ChatLine[]): ChatLine[] {
  const lines = new Map([...held, ...more].map((line) => [lineKey(line), line]));
  return [...lines.values()].sort((a, b) => a.at - b.at || a.n - b.n);
}

/** Who acts when dice are rolled or cards drawn. */
const CHANCE = 15;

const isSeat = (line: LogLine): boolean => line.by !== undefined && line.by !== CHANCE;

/** The number of log lines of the setup: those before the first move, or of the deal alone. */
export function setUpLines(log: readonly LogLine[]): number {
  if (!log.some(isSeat)) return log.length;
  return Math.max(
    0,
    log.findIndex((line) => isSeat(line) && !line.setup),
  );
}

/**
 * The ids that the last move touched, from where it began, and its automatic consequences. A walk of
 * several steps is one move; ending a turn without touching anything is not a move, nor is setup.
 */
export function idsOfLast(log: readonly LogLine[]): string[] {
  const steps = stepsBack(log);
  const at = steps.findIndex((lines) => lines.some((line) => isSeat(line) && line.ids?.length));
  const ids = steps.slice(0, at + 1).flatMap(idsOf);
  let way = steps[at]?.find(isSeat);
  for (const earlier of at < 0 ? [] : steps.slice(at + 1)) {
    way = earlier.find((line) => way !== undefined && leadsTo(line, way));
    if (!way) break;
    ids.push(...(way.ids ?? []));
  }
  return ids;
}

const idsOf = (lines: readonly LogLine[]): string[] => lines.flatMap((line) => line.ids ?? []);

// The lines of each step, the last step first.
function stepsBack(log: readonly LogLine[]): LogLine[][] {
  const steps = new Map<number, LogLine[]>();
  for (const line of log) steps.set(line.step, [...(steps.get(line.step) ?? []), line]);
  return [...steps.values()].reverse();
}

// The same seat made the same kind of step before, ending where this one began.
const leadsTo = (line: LogLine, next: LogLine): boolean =>
  line.by === next.by &&
  line.say.k === next.say.k &&
  (line.ids?.length ?? 0) > 1 &&
  line.ids!.at(-1) === next.ids?.[0];

/** The seat among these that acted last. */
export function lastSeat(log: readonly LogLine[], seats: readonly number[]): number | undefined {
  return [...log].reverse().find((line) => line.by !== undefined && seats.includes(line.by))?.by;
}

/** True if a seat has acted after a step: each of its actions is told to it. */
export const hasActed = (log: readonly LogLine[], seat: number, step: number): boolean =>
  log.some((line) => line.by === seat && line.step > step);

/** The seats whose bots are thinking, with what is known of each. */
export function thinkersOf(seats: readonly number[], known: readonly Thinker[]): Thinker[] {
  const told = new Map(known.map((thinker) => [thinker.seat, thinker]));
  return seats.map((seat) => told.get(seat) ?? { seat });
}
