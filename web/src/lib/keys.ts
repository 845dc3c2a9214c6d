/** What a key means at the table, and where an arrow leads. */

export type Direction = "up" | "down" | "left" | "right";

/** What the player wants; null when the key has no meaning. */
export type Wish =
  | { do: "go"; way: Direction }
  | {
      do:
        | "choose"
        | "drop"
        | "back"
        | "help"
        | "boardTable"
        | "live"
        | "analysis"
        | "hint"
        | "next"
        | "seek";
    }
  | { do: "replay"; by: number | "first" | "last" };

export interface Key {
  key: string;
  shiftKey?: boolean;
  ctrlKey?: boolean;
  altKey?: boolean;
  metaKey?: boolean;
}

/** Where the focus is: on the board, in the log (or looking at the past), or elsewhere. */
export type Where = "board" | "log" | "page";

export const ARROWS: Record<string, Direction> = {
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowLeft: "left",
  ArrowRight: "right",
};

/** The meaning of a key. Plain left and right step through the game outside the board. */
export function wish(key: Key, where: Where, replaying: boolean): Wish | null {
  if (key.ctrlKey || key.altKey || key.metaKey) return null;
  const steps = key.key === "ArrowLeft" ? -1 : key.key === "ArrowRight" ? 1 : 0;
  if (steps && (key.shiftKey || where === "log" || (replaying && where !== "board"))) {
    return { do: "replay", by: steps };
  }
  const way = ARROWS[key.key];
  if (way && where === "board") return { do: "go", way };
  return letter(key.key, where, replaying);
}

function letter(key: string, where: Where, replaying: boolean): Wish | null {
  if (key === "Escape") return { do: replaying ? "live" : "drop" };
  if ((key === "Enter" || key === " ") && where === "board") return { do: "choose" };
  if (key === "z" || key === "Z") return { do: "back" };
  if (key === "?") return { do: "help" };
  if (key === "t" || key === "T") return { do: "boardTable" };
  if (key === "a" || key === "A") return { do: "analysis" };
  if (key === "n" || key === "N") return { do: "next" };
  if (key === "q" || key === "Q") return { do: "seek" };
  if (key === "h" || key === "H") return { do: "hint" };
  if (key === "Home" && (replaying || where === "log")) return { do: "replay", by: "first" };
  if (key === "End" && (replaying || where === "log")) return { do: "replay", by: "last" };
  return null;
}

export interface Node {
  id: string;
  x: number;
  y: number;
}

const AXES: Record<Direction, [number, number]> = {
  up: [0, -1],
  down: [0, 1],
  left: [-1, 0],
  right: [1, 0],
};

/**
 * The node an arrow leads to: the nearest one straight ahead, or else the one least off to the side.
 * Stays put where nothing lies that way. `lane` is the row or column to keep to after several arrows
 * in one direction, so that they go straight across rows of hexes, which are offset.
 */
export function neighbour(
  nodes: readonly Node[],
  from: string,
  way: Direction,
  lane?: number,
): string {
  const here = nodes.find((node) => node.id === from);
  if (!here) return nodes[0]?.id ?? from;
  const [ax, ay] = AXES[way];
  const kept = lane ?? (ax === 0 ? here.x : here.y);
  const seen = nodes
    .map((node) => ({
      id: node.id,
      dx: node.x - here.x,
      dy: node.y - here.y,
      off: Math.abs((ax === 0 ? node.x : node.y) - kept),
    }))
    .map(({ id, dx, dy, off }) => ({
      id,
      off,
      along: dx * ax + dy * ay,
      aside: Math.abs(dx * ay) + Math.abs(dy * ax),
    }))
    .filter(({ along, aside }) => along > 1 && aside <= along * 2.5);
  const straight = seen
    .filter(({ along, aside }) => aside <= along)
    .sort(
      (a, b) => Math.hypot(a.along, a.aside) + a.off / 8 - Math.hypot(b.along, b.aside) - b.off / 8,
    );
  const astray = seen.sort((a, b) => a.along + 2 * a.aside - (b.along + 2 * b.aside));
  return (straight[0] ?? astray[0])?.id ?? from;
}
