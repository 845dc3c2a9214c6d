/** Copying, also on plain http, where a page may not reach the clipboard. */
import { notices } from "../state/notices.svelte";
import { t } from "../state/words.svelte";

/** Copy a text and say so with `done`; where that is impossible, `select` it and say that. */
export async function copy(text: string, done: string, select: () => void): Promise<void> {
  const isCopied = (await written(text)) || selected(text);
  if (!isCopied) select();
  notices.show(isCopied ? done : t("copy.failed"), isCopied ? "info" : "error");
}

async function written(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

// The old way: what is selected is copied. All but an open dialog is out of reach while there is one.
function selected(text: string): boolean {
  const before = document.activeElement;
  const box = document.createElement("textarea");
  box.className = "unseen";
  box.value = text;
  (before?.closest("dialog") ?? document.body).append(box);
  box.select();
  const isCopied = document.execCommand("copy");
  box.remove();
  if (before instanceof HTMLElement) before.focus();
  return isCopied;
}
