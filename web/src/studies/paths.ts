/** The addresses of studies. */
import type { Kind } from "./api";

export const studyPath = (id: string): string => `/study/${encodeURIComponent(id)}`;

/** The address of the lesson or the puzzle that the line after a position makes. */
export const playPath = (id: string, chapter: number, node: number, kind: Kind): string =>
  `${studyPath(id)}/${chapter}/${node}/${kind}`;
