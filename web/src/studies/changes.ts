/** What others and one's own orders change in a tree, applied to the tree that the page has. */
import type { StudyChange, StudyChanges, StudyNode, StudyTree } from "../api/protocol";
import { Moves } from "./line/tree";

/** The tree after some changes; the same one if it has them already. */
export function applied(tree: StudyTree, news: StudyChanges): StudyTree {
  if (news.n !== tree.n || news.version <= tree.version) return tree;
  const nodes = (news.changes ?? []).reduce(change, tree.nodes);
  return { ...tree, nodes, version: news.version };
}

function change(nodes: readonly StudyNode[], { do: what, node, now }: StudyChange): StudyNode[] {
  if (what === "remove") return removed(nodes, node);
  if (what === "promote") return promoted(nodes, node);
  const isThere = nodes.some(({ n }) => n === node);
  if (!now) return [...nodes];
  if (isThere) return nodes.map((one) => (one.n === node ? now : one));
  return nodes.some(({ n }) => n === now.parent) ? [...nodes, now] : [...nodes];
}

/** Without a node and all that follow it; of the start, those that follow. */
function removed(nodes: readonly StudyNode[], node: number): StudyNode[] {
  const { children } = new Moves(nodes);
  const gone = new Set<number>();
  const waiting = [node];
  for (let n = waiting.pop(); n !== undefined; n = waiting.pop()) {
    gone.add(n);
    waiting.push(...(children.get(n) ?? []));
  }
  return nodes.filter(({ n }) => n === 0 || !gone.has(n));
}

/** The nodes on the way to one come before their siblings: `Moves` keeps this order. */
function promoted(nodes: readonly StudyNode[], node: number): StudyNode[] {
  const moves = new Moves(nodes);
  const way = new Set<number>();
  for (let n = node; n !== 0 && moves.nodes.has(n); n = moves.parent(n)) way.add(n);
  const [first, rest] = [nodes.slice(0, 1), nodes.slice(1)];
  return [...first, ...rest.filter(({ n }) => way.has(n)), ...rest.filter(({ n }) => !way.has(n))];
}
