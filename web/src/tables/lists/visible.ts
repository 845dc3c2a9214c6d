/**
 * Look now, whenever the page becomes visible, and meanwhile at intervals if they are given in
 * milliseconds; until the returned function is called.
 */
export function whileVisible(look: () => unknown, every?: number): () => void {
  const see = (): void => void (document.hidden || look());
  see();
  const timer = every === undefined ? undefined : setInterval(see, every);
  document.addEventListener("visibilitychange", see);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", see);
  };
}
