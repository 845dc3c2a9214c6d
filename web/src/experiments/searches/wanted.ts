/** A game that another page hands to the form of searches: its options, and who plays. */
import type { Options } from "../../api/protocol";

export interface Wanted {
  game: string;
  options: Options;
  bots: readonly string[];
}
let waiting: Wanted | undefined;

export const want = (wanted: Wanted): void => void (waiting = wanted);

/** What was handed over, once. */
export function wanted(): Wanted | undefined {
  const found = waiting;
  waiting = undefined;
  return found;
}
