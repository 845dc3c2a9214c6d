/** What the end of a game means for the viewer. */
import type { Outcome } from "../../api/protocol";

export type Ending =
  | { is: "won" | "lost" | "draw" | "over" }
  | { is: "came"; place: number }
  | { is: "told"; winners: readonly number[] };

/** The ending for the holder of these seats; spectators and shared devices see who won. */
export function endingFor(outcome: Outcome, mine: readonly number[]): Ending {
  const { winners, returns, out = [] } = outcome;
  // Alone against the game, a player loses to nobody.
  if (returns.length === 1 && (returns[0]! < 0 || out.length > 0))
    return { is: mine.length === 1 ? "lost" : "over" };
  if (winners.length === 0) return { is: "draw" };
  if (mine.length !== 1) return { is: "told", winners };
  const own = mine[0]!;
  if (winners.includes(own)) return { is: "won" };
  if (out.includes(own)) return { is: "lost" };
  const losers = returns.filter((_, seat) => !winners.includes(seat));
  // If all others lost alike, no one came second.
  if (new Set(losers).size < 2) return { is: "lost" };
  const ahead = returns.filter((n, seat) => n > returns[own]! && !out.includes(seat));
  return { is: "came", place: 1 + ahead.length };
}
