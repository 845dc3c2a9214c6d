/** The names written on the cards. */
import type { Name } from "../names.svelte";

export const NAMES: Record<"gold" | "green" | "fort", Name> = {
  gold: { kanji: "金", name: "Gold", short: "Go" },
  green: { kanji: "翠", name: "Green", short: "Gr" },
  fort: { kanji: "真田丸", name: "Sanada-maru" },
};
