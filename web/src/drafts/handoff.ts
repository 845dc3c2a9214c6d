/** A file that another page hands to a desk, to be opened there as the draft. */
interface Handed {
  game: string;
  desk: string;
  file: string;
  /** What the draft is called. */
  name: string;
}
let waiting: Handed | undefined;

export const handOver = (handed: Handed): void => void (waiting = handed);

/** The file for a desk, once. */
export function taken(game: string, desk: string): Handed | undefined {
  if (waiting?.game !== game || waiting.desk !== desk) return undefined;
  const handed = waiting;
  waiting = undefined;
  return handed;
}
