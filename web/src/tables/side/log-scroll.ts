/** Scrolls the log. */

/** Show the line of a step in the middle of the log; the last line if the step has none. */
export function showLine(log: HTMLElement, step: number): void {
  const line =
    log.querySelector<HTMLElement>(`[data-step="${step}"]`) ??
    (log.lastElementChild as HTMLElement | null);
  if (line) log.scrollTop = line.offsetTop - log.clientHeight / 2;
}
