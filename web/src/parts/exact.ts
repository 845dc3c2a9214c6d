/** Exact values in words. */
import { outcome } from "../lib/analysis";
import type { Exact } from "../lib/protocol";
import { t } from "../state/words.svelte";

/** What a choice is worth to who makes it: wins in 7. */
export const exactText = (exact: Exact): string => t(`exact.${outcome(exact)}`, { n: exact.plies ?? 0 });

/** The same of somebody by name. */
export const exactTextOf = (exact: Exact, name: string): string =>
  t(`exact.${outcome(exact)}.name`, { name, n: exact.plies ?? 0 });
