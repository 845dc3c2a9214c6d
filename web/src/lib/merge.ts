/** Joins what arrives in parts to what is held. */
import type { ChatLine, LogLine, LogPart } from "./protocol";

/** The log with a part put in: what was held from its start on is replaced. */
export function mergeLog(held: readonly LogLine[], part: LogPart): LogLine[] {
  return [...held.slice(0, part.start), ...(part.lines ?? [])];
}

/** The chat with new lines put in, each once, in order. */
export function mergeChat(held: readonly ChatLine[], more: readonly ChatLine[]): ChatLine[] {
  const lines = new Map([...held, ...more].map((line) => [line.n, line]));
  return [...lines.values()].sort((a, b) => a.n - b.n);
}
