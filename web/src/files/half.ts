/** Notation typed on a Japanese keyboard. */

// What the keyboard gives for signs of notation, where Unicode has another meaning for it.
const TYPED: Record<string, string> = {
  "−": "-", "‐": "-", "ー": "-", "〜": "~", "、": ",", "。": ".", "・": "/",
}; // prettier-ignore

/** Notation in half width; as it is if it holds Japanese letters too. */
export function halfWidth(text: string): string {
  const plain = text.normalize("NFKC").replace(/[−‐ー〜、。・]/g, (sign) => TYPED[sign]!);
  return /^[\0-\x7f]*$/.test(plain) ? plain : text;
}
