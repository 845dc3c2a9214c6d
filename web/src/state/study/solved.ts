/** The puzzles finished in this browser. */
import {
  readStandings,
  standingKey,
  withStanding,
  type Standing,
  type Standings,
} from "../../puzzle/days";

const KEY = "honjin.puzzles";

/** The results, by game and day. */
export function remembered(): Standings {
  try {
    return readStandings(localStorage.getItem(KEY));
  } catch {
    return {};
  }
}

/** Store how a day's puzzle of a game was finished. */
export function remember(game: string, day: string, standing: Standing): void {
  try {
    localStorage.setItem(
      KEY,
      JSON.stringify(withStanding(remembered(), standingKey(game, day), standing)),
    );
  } catch {
    // Puzzles can be played in a browser that blocks storage.
  }
}
