/** What the reader chose for this browser: language, theme, motion. Kept between visits. */
import type { Lang } from "../lib/template";

export type Theme = "auto" | "light" | "dark";
export type Motion = "auto" | "full" | "none";

const NIGHT = matchMedia("(prefers-color-scheme: dark)");
const STILL = matchMedia("(prefers-reduced-motion: reduce)");
const KEY = "honjin.settings";

interface Kept {
  lang?: Lang;
  theme?: Theme;
  motion?: Motion;
}

function read(): Kept {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Kept;
  } catch {
    return {};
  }
}

const spoken = (): Lang => (navigator.language.startsWith("ja") ? "ja" : "en");

class Settings {
  lang = $state<Lang>("en");
  theme = $state<Theme>("auto");
  motion = $state<Motion>("auto");

  constructor() {
    const kept = read();
    this.lang = kept.lang ?? spoken();
    this.theme = kept.theme ?? "auto";
    this.motion = kept.motion ?? "auto";
    for (const query of [NIGHT, STILL]) query.addEventListener("change", () => this.show());
  }

  /** Change a setting, show it at once and remember it. */
  set(change: Kept): void {
    Object.assign(this, change);
    this.show();
    localStorage.setItem(
      KEY,
      JSON.stringify({ lang: this.lang, theme: this.theme, motion: this.motion }),
    );
  }

  /** Put language and theme on the page. */
  show(): void {
    const root = document.documentElement;
    root.lang = this.lang;
    root.dataset.theme = this.night ? "dark" : "light";
    root.dataset.motion = this.still ? "none" : "full";
  }

  /** Whether the dark colours are shown. */
  get night(): boolean {
    return this.theme === "dark" || (this.theme === "auto" && NIGHT.matches);
  }

  /** Whether nothing should move. */
  get still(): boolean {
    if (this.motion !== "auto") return this.motion === "none";
    return STILL.matches;
  }
}

export const settings = new Settings();
