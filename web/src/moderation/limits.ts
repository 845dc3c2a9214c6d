/** The limits of the server in words. */
import { t, tOr } from "../state/words.svelte";

const MINUTE = 60_000;

/** What a limit counts; its key if there are no words for it yet. */
export const limitName = (kind: string): string => tOr(`house.limit.of.${kind}`, kind);

/** How fast a limit lets more through, with its unit: `every` are the milliseconds between two. */
export function pace(every: number): string {
  if (every <= 1000) return t("house.limit.second", { n: Math.round(1000 / every) });
  if (every < MINUTE) return t("house.limit.seconds", { n: every / 1000 });
  if (every === MINUTE) return t("house.limit.minute");
  return t("house.limit.minutes", { n: Math.round(every / MINUTE) });
}
