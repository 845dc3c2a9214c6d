/** Joins what arrives in parts to what is held. */
import type { ChatLine, LogLine, LogPart, Thinker } from "../api/protocol";

/** The log with a part put in: what was held from its start on is replaced. */
export function mergeLog(held: readonly LogLine[], part: LogPart): LogLine[] {
  return [...held.slice(0, part.start), ...(part.lines ?? [])];
}

/** Whether a line is for two seats alone. */
export const isPrivate = (line: ChatLine): boolean => line.to !== undefined && !line.aloud;

/** What tells a line from others: private ones are numbered apart. */
export const lineKey = (line: ChatLine): string =>
  isPrivate(line) ? `${line.seat}>${line.to}:${line.n}` : String(line.n);

/** The chat with new lines put in, each once as it was sent last, in order. */
export function mergeChat(held: readonly ChatLine[], more: readonly ChatLine[]): ChatLine[] {
  const lines = new Map([...held, ...more].map((line) => [lineKey(line), line]));
  return [...lines.values()].sort((a, b) => a.at - b.at || a.n - b.n);
}

/** Who acts when dice are thrown or cards drawn. */
const CHANCE = 15;

/** Ids that the last step touched; none before anybody has acted: a set-up is no move to be marked. */
export function idsOfLast(log: readonly LogLine[]): string[] {
  const step = log.at(-1)?.step;
  if (!log.some((line) => line.by !== undefined && line.by !== CHANCE)) return [];
  return log.filter((line) => line.step === step).flatMap((line) => line.ids ?? []);
}

/** The one of these seats that acted last. */
export function lastSeat(log: readonly LogLine[], seats: readonly number[]): number | undefined {
  return [...log].reverse().find((line) => line.by !== undefined && seats.includes(line.by))?.by;
}

/** The seats whose bots think, each with what is known of it. */
export function thinkersOf(seats: readonly number[], known: readonly Thinker[]): Thinker[] {
  const told = new Map(known.map((thinker) => [thinker.seat, thinker]));
  return seats.map((seat) => told.get(seat) ?? { seat });
}
