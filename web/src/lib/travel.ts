/**
 * What moved between two scenes. Things are matched by id where it lasts, else by look: a die
 * that left one card and one of the same look that came to another are the same die to the viewer.
 */
import type { Piece, Scene } from "../api/protocol";

/** One thing to the viewer: `key` names its drawing, `place` where it is. */
export interface Token {
  key: string;
  id: string;
  look: string;
  place: string;
}

export interface Journey {
  from: string;
  to: string;
  look: string;
}

/** What changed between two scenes, as keys of drawings. */
export interface Changes {
  spaces: Journey[];
  pieces: Journey[];
  arrived: string[];
  /** What lay face down before. */
  turned: string[];
}

/** The key of the n-th drawing of a piece. */
export const tokenKey = (id: string, n: number): string => `${id}#${n}`;

/** The spaces and pieces that moved from one scene to the next, and those that are new. */
export function changes(before: Scene, after: Scene): Changes {
  const spaces = match(spaceTokens(before), spaceTokens(after));
  const rides = new Map(spaces.moved.map(([from, to]) => [from.id, to.id]));
  const turned = new Set(revealed(before, after).map(({ id }) => id));
  const old = pieceTokens(before).map((token) => ({
    ...token,
    place: rides.get(token.place) ?? token.place,
  }));
  const now = pieceTokens(after);
  const pieces = match(
    old,
    now.filter(({ id }) => !turned.has(id)),
  );
  return {
    spaces: spaces.moved.map(journey),
    pieces: pieces.moved.map(journey),
    arrived: pieces.arrived.map((token) => token.key),
    turned: now.filter(({ id }) => turned.has(id)).map((token) => token.key),
  };
}

/** The scene in between: what lay face down is turned over, everything else is unchanged. */
export function reveal(before: Scene, after: Scene): Scene | undefined {
  const places = new Set([...before.spaces, ...(before.trays ?? [])].map(({ id }) => id));
  const open = revealed(before, after).filter(({ on }) => places.has(on));
  if (open.length === 0) return undefined;
  const closed = new Set(open.map(({ opens }) => opens));
  return { ...before, pieces: [...before.pieces.filter(({ id }) => !closed.has(id)), ...open] };
}

// If nothing was visible face down there is nothing to turn over: the pieces have just come.
function revealed(before: Scene, after: Scene): Piece[] {
  const old = new Set(before.pieces.map(({ id }) => id));
  const open = after.pieces.filter(({ id, opens }) => opens && !old.has(id));
  return open.some(({ opens }) => old.has(opens!)) ? open : [];
}

const journey = ([from, to]: [Token, Token]): Journey => ({
  from: from.key,
  to: to.key,
  look: to.look,
});

function spaceTokens(scene: Scene): Token[] {
  return scene.spaces
    .filter((space) => !space.ghost)
    .map(({ id, look, at }) => ({ key: id, id, look, place: at.join() }));
}

function pieceTokens(scene: Scene): Token[] {
  return scene.pieces.flatMap(({ id, look, on, n = 1 }) =>
    Array.from({ length: n }, (_, i) => ({ key: tokenKey(id, i), id, look, place: on })),
  );
}

interface Matched {
  moved: [Token, Token][];
  arrived: Token[];
}

// From the surest match to the loosest: those that stayed are found before those that moved.
const SAME: ((a: Token, b: Token) => boolean)[] = [
  (a, b) => a.key === b.key && a.look === b.look && a.place === b.place,
  (a, b) => a.look === b.look && a.place === b.place,
  (a, b) => a.key === b.key && a.look === b.look,
  (a, b) => a.look === b.look,
];

function match(before: Token[], after: Token[]): Matched {
  const moved: [Token, Token][] = [];
  let left = { before, after };
  for (const same of SAME) left = pairUp(left.before, left.after, same, moved);
  return { moved: moved.filter(([a, b]) => a.place !== b.place), arrived: left.after };
}

function pairUp(
  before: Token[],
  after: Token[],
  same: (a: Token, b: Token) => boolean,
  pairs: [Token, Token][],
): { before: Token[]; after: Token[] } {
  const rest = [...before];
  const unmatched = after.filter((token) => {
    const n = rest.findIndex((old) => same(old, token));
    if (n < 0) return true;
    pairs.push([rest[n]!, token]);
    rest.splice(n, 1);
    return false;
  });
  return { before: rest, after: unmatched };
}
