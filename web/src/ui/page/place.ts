/**
 * How far each page of the history was scrolled. The browser restores that before a page has loaded,
 * when there is nothing to scroll yet; so it is done here, while the page grows.
 */

/** Scrolling is noted once it pauses: browsers limit changes to the history. */
const PAUSE = 150;
/** For how long a page may grow until it is left where it is. */
const PATIENCE = 4000;
/** What shows that the user scrolls, or wants to be left alone. */
const TOUCHES = ["wheel", "touchstart", "pointerdown", "keydown"] as const;

const topOf = (state: unknown): number | undefined =>
  (state as { top?: number } | null)?.top ?? undefined;

/** Scroll to a height as soon as the page is tall enough, and keep it there while it grows. */
function restore(top: number, onend: () => void): () => void {
  const { href } = location;
  const reach = (): void => {
    if (location.href === href) scrollTo(0, top);
    else end();
  };
  const watch = new ResizeObserver(reach);
  const timer = setTimeout(end, PATIENCE);
  function end(): void {
    clearTimeout(timer);
    watch.disconnect();
    for (const touch of TOUCHES) removeEventListener(touch, end, true);
    onend();
  }
  for (const touch of TOUCHES) addEventListener(touch, end, true);
  watch.observe(document.body);
  return end;
}

/** Note where each page is scrolled to, and return there with the history. */
export function keepPlace(): void {
  history.scrollRestoration = "manual";
  let path = location.pathname;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stop: (() => void) | undefined;

  function note(): void {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    history.replaceState({ ...(history.state as object | null), top: Math.round(scrollY) }, "");
  }
  function back(): void {
    clearTimeout(timer);
    timer = undefined;
    stop?.();
    const top = topOf(history.state);
    const isElsewhere = location.pathname !== path;
    path = location.pathname;
    // Without a note: another page begins at its top, and within a page nothing moves.
    if (top === undefined && !isElsewhere) return;
    stop = restore(top ?? 0, () => (stop = undefined));
  }
  addEventListener("scroll", () => {
    path = location.pathname;
    if (stop) return;
    clearTimeout(timer);
    timer = setTimeout(note, PAUSE);
  });
  // A link may be followed before the pause is over.
  for (const kind of ["click", "keydown", "pagehide"]) addEventListener(kind, note, true);
  addEventListener("popstate", back);
  if (topOf(history.state)) back();
}
