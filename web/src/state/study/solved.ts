/** The puzzles that were finished in this browser. */
import { readStandings, withStanding, type Standing, type Standings } from "../../puzzle/days";

const KEY = "honjin.puzzles";

/** What is remembered, by day. */
export function remembered(): Standings {
  try {
    return readStandings(localStorage.getItem(KEY));
  } catch {
    return {};
  }
}

/** Remember how a day's puzzle was finished. */
export function remember(day: string, standing: Standing): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(withStanding(remembered(), day, standing)));
  } catch {
    // A browser that keeps nothing still lets one play.
  }
}
