/** The titles on the pieces: kanji, set vertically, and the letters of the notation. */
import type { Name } from "../names.svelte";

export const TITLES: Record<string, Name> = {
  tairo: { kanji: "大老", name: "Tairo", short: "T" },
  daimyo: { kanji: "大名", name: "Daimyo", short: "D" },
  samurai: { kanji: "侍", name: "Samurai", short: "S" },
  ashigaru: { kanji: "足軽", name: "Ashigaru", short: "A" },
  // G for gun.
  teppo_tai: { kanji: "鉄砲隊", name: "Teppo-tai", short: "G" },
  ninja: { kanji: "忍者", name: "Ninja", short: "N" },
};
