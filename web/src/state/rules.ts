/** The rules of games, asked for once each. */
import { api } from "../api/client";
import type { Rules } from "../api/protocol";

const known = new Map<string, Promise<Rules>>();

/** The rules of a game; after a failure they are asked for again. */
export function rulesOf(game: string): Promise<Rules> {
  const asked = known.get(game);
  if (asked) return asked;
  const rules = api.rules(game);
  known.set(game, rules);
  rules.catch(() => known.delete(game));
  return rules;
}
