/** The puzzles finished in this browser. */
import { readStandings, withStanding, type Standing, type Standings } from "../../puzzle/days";

const KEY = "honjin.puzzles";

/** The results, by day. */
export function remembered(): Standings {
  try {
    return readStandings(localStorage.getItem(KEY));
  } catch {
    return {};
  }
}

/** Store how a day's puzzle was finished. */
export function remember(day: string, standing: Standing): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(withStanding(remembered(), day, standing)));
  } catch {
    // Puzzles can be played in a browser that blocks storage.
  }
}
