/** Undo and redo of drafts. */

export interface History<T> {
  past: readonly T[];
  now: T;
  future: readonly T[];
}

/** The number of steps that can be undone. */
export const MAX_STEPS = 300;

export const begun = <T>(now: T): History<T> => ({ past: [], now, future: [] });

/** After another step; the same history if nothing changes. */
export function did<T>(history: History<T>, next: T): History<T> {
  if (next === history.now) return history;
  const past = [...history.past, history.now].slice(-MAX_STEPS);
  return { past, now: next, future: [] };
}

export function undone<T>({ past, now, future }: History<T>): History<T> {
  const before = past.at(-1);
  if (before === undefined) return { past, now, future };
  return { past: past.slice(0, -1), now: before, future: [now, ...future] };
}

export function redone<T>({ past, now, future }: History<T>): History<T> {
  const [next, ...rest] = future;
  if (next === undefined) return { past, now, future };
  return { past: [...past, now], now: next, future: rest };
}
