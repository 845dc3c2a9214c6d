/** Takes away the spaces around what was written, so that `required` refuses spaces alone. */
export function trimmed(field: HTMLInputElement): () => void {
  const trim = (): void => {
    const text = field.value.trim();
    if (text === field.value) return;
    field.value = text;
    // What the field is bound to hears of it.
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };
  field.addEventListener("change", trim);
  return () => field.removeEventListener("change", trim);
}
