/** The addresses of studies. */
import type { Kind } from "./api";

/** The address of a study, or of a position of it: a chapter, and a node of its tree. */
export function studyPath(id: string, chapter?: number, node = 0): string {
  const path = `/study/${encodeURIComponent(id)}`;
  if (chapter === undefined) return path;
  return `${path}?chapter=${chapter}${node === 0 ? "" : `&node=${node}`}`;
}

/** The position that an address names. */
export function positionOf(search: string): { chapter: number | undefined; node: number } {
  const query = new URLSearchParams(search);
  const number = (key: string): number =>
    Number(/^\d{1,6}$/.exec(query.get(key) ?? "")?.[0] ?? NaN);
  const [chapter, node] = [number("chapter"), number("node")];
  return { chapter: chapter >= 0 ? chapter : undefined, node: node >= 0 ? node : 0 };
}

/** The address of the lesson or the puzzle that the line after a position makes. */
export const playPath = (id: string, chapter: number, node: number, kind: Kind): string =>
  `${studyPath(id)}/${chapter}/${node}/${kind}`;
