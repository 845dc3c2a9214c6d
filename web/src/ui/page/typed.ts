/** What was typed and not sent returns after the page has been loaded again. */
import { sessionKept, takeSessionKept } from "../../lib/storage";

const KEPT = "honjin.typed";
const FIELDS =
  "input:not([type]), input[type=text], input[type=email], input[type=search], textarea";

type Field = HTMLInputElement | HTMLTextAreaElement;
type Typed = Record<string, string>;

/** What a field is known by; empty for one that is not restored. */
const nameOf = (field: Field): string =>
  field.readOnly || field.autocomplete === "one-time-code"
    ? ""
    : (field.dataset.testid ?? field.name ?? "");

/** Keep what is in the fields of this page until it has been loaded again. */
export function keepTyped(): void {
  const typed: Typed = {};
  for (const field of document.querySelectorAll<Field>(FIELDS))
    if (nameOf(field) && field.value) typed[nameOf(field)] = field.value;
  sessionKept(KEPT, JSON.stringify({ at: location.pathname, typed }));
}

/** Put it back into the fields, each as soon as it is there. */
export function restoreTyped(): void {
  const { at, typed } = JSON.parse(takeSessionKept(KEPT) ?? "{}") as { at?: string; typed?: Typed };
  if (!typed || at !== location.pathname) return;
  const put = (): void => {
    for (const field of document.querySelectorAll<Field>(FIELDS)) fill(field, typed);
    if (Object.keys(typed).length === 0 || at !== location.pathname) watcher.disconnect();
  };
  const watcher = new MutationObserver(put);
  watcher.observe(document.body, { childList: true, subtree: true });
}

function fill(field: Field, typed: Typed): void {
  const text = typed[nameOf(field)];
  if (text === undefined) return;
  delete typed[nameOf(field)];
  if (field.value === text) return;
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
