/** The lessons that were done in this browser, as `<game>/<lesson>`. */
import { store, storedJson } from "../lib/storage";

const KEPT = "honjin.learned";

/** All lessons that were done. */
export function learned(): Set<string> {
  const found = storedJson(KEPT);
  return new Set(Array.isArray(found) ? found.filter((one) => typeof one === "string") : []);
}

/** Keep in mind that a lesson was done. */
export function learn(game: string, lesson: string): void {
  store(KEPT, JSON.stringify([...learned().add(`${game}/${lesson}`)]));
}

/** The lesson to begin with: the first that is not done, up to that of a preset; else that one. */
export function nextLesson<Row extends { key: string }>(
  game: string,
  rows: readonly Row[],
  own: Row | undefined,
): Row | undefined {
  const done = learned();
  const wanted = own && rows.slice(0, rows.indexOf(own) + 1);
  return wanted?.find(({ key }) => !done.has(`${game}/${key}`)) ?? own;
}
