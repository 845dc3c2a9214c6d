/** The rules of games, fetched once each. */
import { api } from "../api/client";
import type { Rules } from "../api/protocol";

const known = new Map<string, Promise<Rules>>();

/** The rules of a game; fetched again after a failure. */
export function rulesOf(game: string): Promise<Rules> {
  const asked = known.get(game);
  if (asked) return asked;
  const rules = api.rules(game);
  known.set(game, rules);
  rules.catch(() => known.delete(game));
  return rules;
}
