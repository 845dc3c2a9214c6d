/** The position of a study that the query of its address names. */
export function positionOf(search: string): { chapter: number | undefined; node: number } {
  const query = new URLSearchParams(search);
  const number = (key: string): number =>
    Number(/^\d{1,6}$/.exec(query.get(key) ?? "")?.[0] ?? NaN);
  const [chapter, node] = [number("chapter"), number("node")];
  return { chapter: chapter >= 0 ? chapter : undefined, node: node >= 0 ? node : 0 };
}
