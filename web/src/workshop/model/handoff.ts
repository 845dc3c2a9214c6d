/** A file that another page hands to a desk, to be opened there as the draft. */
interface Handed {
  game: string;
  desk: string;
  file: string;
}
let waiting: Handed | undefined;

export const handOver = (handed: Handed): void => void (waiting = handed);

/** The file for a desk, once. */
export function taken(game: string, desk: string): string | undefined {
  if (waiting?.game !== game || waiting.desk !== desk) return undefined;
  const { file } = waiting;
  waiting = undefined;
  return file;
}
