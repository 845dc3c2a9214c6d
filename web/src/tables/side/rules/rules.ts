/** The rules of games, fetched once each. */
import { api } from "../../../api/client";
import type { GameInfo, Options, Rules } from "../../../api/protocol";

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

/** True if something in a game comes from a file: cards, pieces, a map. */
export const hasOwnFiles = ({ options }: GameInfo, chosen: Options): boolean =>
  options.some((one) => one.file && chosen[one.key] !== one.default);

/** The rules of a game with the tables of one of its games, whose contents may come from files. */
export async function rulesAt(id: string, game: GameInfo, chosen: Options): Promise<Rules> {
  const rules = rulesOf(game.key);
  if (!hasOwnFiles(game, chosen)) return rules;
  return { ...(await rules), ...(await api.reference(id)) };
}
