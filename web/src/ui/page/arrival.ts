/** On a new page the focus is at its heading: a screen reader says where one is, and Tab goes on from there. */

/** True if the user has not put the focus anywhere yet, or its place is gone; keys then belong to the page. */
export const isUnfocused = (at: Element | null): boolean =>
  at === null || at === document.body || at.matches("h1, [data-kept]");

/** The page's heading; a table's is empty until its game is known. */
export function heading(): HTMLElement | undefined {
  const found = document.querySelector<HTMLElement>("h1");
  return found?.textContent.trim() ? found : undefined;
}

/** Focus the heading as soon as there is one, unless something else takes the focus; returns how to stop. */
export function arrive(): () => void {
  const focused = (): boolean => {
    if (document.activeElement !== document.body) return true;
    const found = heading();
    if (!found) return false;
    found.tabIndex = -1;
    found.focus({ preventScroll: true });
    return true;
  };
  if (focused()) return () => undefined;
  const watch = new MutationObserver(() => focused() && watch.disconnect());
  watch.observe(document.body, { childList: true, subtree: true, characterData: true });
  return () => watch.disconnect();
}
