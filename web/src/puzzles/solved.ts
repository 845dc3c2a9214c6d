/** The puzzles finished in this browser. */
import { store, stored } from "../lib/storage";
import {
  gathered,
  readStandings,
  standingKey,
  withStanding,
  type Standing,
  type Standings,
} from "./days";

const KEY = "honjin.puzzles";

/** The results, by game and day. */
export function remembered(): Standings {
  return readStandings(stored(KEY));
}

/** Store how a day's puzzle of a game was finished. */
export function remember(game: string, day: string, standing: Standing): void {
  const all = withStanding(remembered(), standingKey(game, day), standing);
  store(KEY, JSON.stringify(all));
}

/** Move the results of the first game that were stored under its name to where the others are. */
export function gather(first: string): void {
  const all = remembered();
  if (Object.keys(all).some((key) => key.startsWith(`${first}/`)))
    store(KEY, JSON.stringify(gathered(all, first)));
}
