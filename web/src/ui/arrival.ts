/** On a new page the focus is at its heading: a screen reader says where one is, and Tab goes on from there. */

/** True if the user has not put the focus anywhere yet; keys then belong to the page. */
export const isUnfocused = (at: Element | null): boolean =>
  at === null || at === document.body || at.matches("h1");

/** Focus the heading as soon as there is one, unless something else takes the focus; returns how to stop. */
export function arrive(): () => void {
  const focused = (): boolean => {
    if (document.activeElement !== document.body) return true;
    const heading = document.querySelector("h1");
    // A table's heading is empty until its game is known.
    if (!heading?.textContent.trim()) return false;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    return true;
  };
  if (focused()) return () => undefined;
  const watch = new MutationObserver(() => focused() && watch.disconnect());
  watch.observe(document.body, { childList: true, subtree: true, characterData: true });
  return () => watch.disconnect();
}
