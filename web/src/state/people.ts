/** The names of people. */
import { t } from "./words.svelte";

/** The number of a guest who has chosen no name: the server calls these people Guest 1234. */
export const guestNumber = (name: string): string | undefined => /^Guest (\d+)$/.exec(name)?.[1];

/** A person's name in the user's language; a deleted account has none. */
export function personName(name: string | undefined): string {
  if (!name) return t("somebody.gone");
  const n = guestNumber(name);
  return n === undefined ? name : t("somebody.guest", { n });
}
