/** Exact values in words. */
import type { Exact } from "../api/protocol";
import { t } from "../state/words.svelte";

/** The outcome of an exact value, as the end of a key. */
export const outcome = ({ result }: Exact): "wins" | "loses" | "draw" =>
  result > 0 ? "wins" : result < 0 ? "loses" : "draw";

/** A choice's outcome for its player: wins in 7; within 7, if that is all that is proved; or wins. */
export const exactText = (exact: Exact): string => t(key(exact), { n: exact.plies ?? 0 });

/** The same with the player's name. */
export const exactTextOf = (exact: Exact, name: string): string =>
  t(`${key(exact)}.name`, { name, n: exact.plies ?? 0 });

/** Whether it is known who wins, but not how soon. */
export const isEver = (exact: Exact): boolean => exact.result !== 0 && !exact.plies;

type Way = "wins" | "loses";
function key(exact: Exact): `exact.${Way | "draw" | `${Way}.${"most" | "ever"}`}` {
  const way = outcome(exact);
  if (way === "draw") return "exact.draw";
  if (isEver(exact)) return `exact.${way}.ever`;
  return exact.most ? `exact.${way}.most` : `exact.${way}`;
}
