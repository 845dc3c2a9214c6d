/** Exact values in words. */
import { outcome } from "./analysis";
import type { Exact } from "../api/protocol";
import { t } from "../state/words.svelte";

/** A choice's outcome for its player: wins in 7; within 7, if that is all that is proved. */
export const exactText = (exact: Exact): string => t(key(exact), { n: exact.plies ?? 0 });

/** The same with the player's name. */
export const exactTextOf = (exact: Exact, name: string): string =>
  t(`${key(exact)}.name`, { name, n: exact.plies ?? 0 });

function key(exact: Exact): `exact.${"wins" | "loses" | "draw" | "wins.most" | "loses.most"}` {
  const way = outcome(exact);
  return exact.most && way !== "draw" ? `exact.${way}.most` : `exact.${way}`;
}
