/**
 * The focus stays nearby when what has it leaves the page or is switched off. The browser puts it on
 * <body> then: a screen reader begins again at the top, and in a form Tab starts from nowhere.
 */
import { heading } from "./arrival";

/** What can take the focus instead: it is read out, and no key presses anything there. */
const PARTS = "dialog, form, fieldset, section, aside, nav, li, tr, [role=group], [role=tabpanel]";

const isGone = (one: Element): boolean =>
  !one.isConnected ||
  one.matches(":disabled") ||
  !one.checkVisibility({ visibilityProperty: true });

function* around(one: Element): Generator<HTMLElement> {
  for (let at = one.parentElement; at; at = at.parentElement) if (at.matches(PARTS)) yield at;
}

/** Keep the focus on the page from now on. */
export function keepFocus(): void {
  let last: HTMLElement | undefined;
  let parts: HTMLElement[] = [];
  /** What has the focus in place of the last one. */
  let instead: HTMLElement | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function take(part: HTMLElement): void {
    instead = part;
    if (!part.hasAttribute("tabindex")) {
      part.tabIndex = -1;
      part.dataset.kept = "";
      const end = (): void => {
        part.removeAttribute("tabindex");
        delete part.dataset.kept;
      };
      part.addEventListener("blur", end, { once: true });
    }
    part.focus({ preventScroll: true });
  }

  function settle(): void {
    timer = undefined;
    const at = document.activeElement;
    if (!last || (at !== document.body && at !== last && at !== instead)) return;
    if (!isGone(last)) {
      // It was switched off while something was sent, or moved.
      if (at !== last) last.focus({ preventScroll: true });
    } else if (at !== instead) {
      const part = parts.find((one) => !isGone(one)) ?? heading();
      if (part) take(part);
    }
  }

  addEventListener("focusin", ({ target }) => {
    if (target === instead) return;
    [last, instead] = [target as HTMLElement, undefined];
    parts = [...around(last)];
  });
  // A press elsewhere takes the focus away.
  const leave = ({ target }: Event): void => {
    if (!last?.contains(target as Node)) last = instead = undefined;
  };
  addEventListener("pointerdown", leave, true);
  // Later than code that knows a better place for the focus, which decides in a microtask.
  const watch = new MutationObserver(() => {
    if (last) timer ??= setTimeout(settle);
  });
  const attributeFilter = ["disabled", "hidden"];
  watch.observe(document, { childList: true, subtree: true, attributes: true, attributeFilter });
}
