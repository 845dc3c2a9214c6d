/** The moves of a chapter: how they are listed, and where the arrow keys lead. */
import type { StudyNode } from "../../api/protocol";

export interface Listed {
  node: StudyNode;
  /** The number of moves before it, and of variants that it is nested in. */
  ply: number;
  depth: number;
}

/** The nodes of a tree by number, and the children of each, the main line first. */
export class Moves {
  readonly nodes: ReadonlyMap<number, StudyNode>;
  readonly children: ReadonlyMap<number, number[]>;

  constructor(readonly all: readonly StudyNode[]) {
    this.nodes = new Map(all.map((node) => [node.n, node]));
    const children = new Map<number, number[]>(all.map((node) => [node.n, []]));
    for (const node of all) if (node.n !== 0) children.get(node.parent)?.push(node.n);
    this.children = children;
  }

  /** The moves line by line: a move, then its variants one level deeper, then what follows. */
  listed = (): Listed[] => {
    const found: Listed[] = [];
    // Explicit, since a chapter may be two thousand moves deep.
    const waiting: { n: number; ply: number; depth: number }[] = [];
    const follow = (n: number, ply: number, depth: number): void => {
      const [main, ...variants] = this.children.get(n) ?? [];
      if (main === undefined) return;
      if (variants.length === 0) return void waiting.push({ n: main, ply: ply + 1, depth });
      // The variants are listed right after the main move, before the main line goes on.
      found.push({ node: this.nodes.get(main)!, ply: ply + 1, depth });
      waiting.push({ n: -main, ply: ply + 1, depth });
      const later = variants.map((n) => ({ n, ply: ply + 1, depth: depth + 1 }));
      waiting.push(...later.reverse());
    };
    follow(0, 0, 0);
    while (waiting.length > 0) {
      const { n, ply, depth } = waiting.pop()!;
      // A negative number is a move that is listed already.
      if (n > 0) found.push({ node: this.nodes.get(n)!, ply, depth });
      follow(Math.abs(n), ply, depth);
    }
    return found;
  };

  parent(n: number): number {
    return this.nodes.get(n)?.parent ?? 0;
  }

  /** The next move of the line; the same node at its end. */
  next(n: number): number {
    return this.children.get(n)?.[0] ?? n;
  }

  /** The variant before or after this one, around the end. */
  beside(n: number, by: 1 | -1): number {
    if (n === 0) return n;
    const all = this.children.get(this.parent(n)) ?? [];
    return all[(all.indexOf(n) + by + all.length) % all.length] ?? n;
  }

  last(n: number): number {
    for (let next = this.next(n); next !== n; next = this.next(n)) n = next;
    return n;
  }

  /** The nearest node that is still there. */
  kept(n: number, before: Moves): number {
    let at = n;
    while (at !== 0 && !this.nodes.has(at)) at = before.parent(at);
    return at;
  }

  ply(n: number): number {
    let count = 0;
    for (let at = n; at !== 0; at = this.parent(at)) count += 1;
    return count;
  }
}
