/** What the end of a game means for whoever looks at it. */
import type { Outcome } from "../../api/protocol";

export type Ending =
  | { is: "won" | "lost" | "draw" }
  | { is: "came"; place: number }
  | { is: "told"; winners: readonly number[] };

/** For somebody with these seats; a watcher, or one device for several, is told who won. */
export function endingFor(outcome: Outcome, mine: readonly number[]): Ending {
  const { winners, returns } = outcome;
  if (winners.length === 0) return { is: "draw" };
  if (mine.length !== 1) return { is: "told", winners };
  const own = mine[0]!;
  if (winners.includes(own)) return { is: "won" };
  const losers = returns.filter((_, seat) => !winners.includes(seat));
  // Where all others lost alike, nobody came second.
  if (new Set(losers).size < 2) return { is: "lost" };
  return { is: "came", place: 1 + returns.filter((n) => n > returns[own]!).length };
}
