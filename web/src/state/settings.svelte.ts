/** The user's settings for this browser, such as language and colours. Stored between visits. */
import { learn, ours } from "../i18n";
import { store, stored, storedJson } from "../lib/storage";
import type { Lang } from "../lib/template";

const NIGHT = matchMedia("(prefers-color-scheme: dark)");
const STILL = matchMedia("(prefers-reduced-motion: reduce)");
const KEY = "honjin.settings";

/** The settings and their values; the first value is the default. */
export const CHOICES = {
  lang: ["en", "ja"],
  theme: ["auto", "light", "dark"],
  motion: ["auto", "full", "none"],
  passing: ["auto", "ask"],
  names: ["auto", "both", "kanji", "names"],
  sound: ["off", "on"],
  volume: ["full", "low"],
  notify: ["off", "on"],
  board: ["washi", "indigo", "lacquer"],
  pieces: ["drawn", "letters"],
} as const;

export type Setting = keyof typeof CHOICES;
export type Chosen = { [Key in Setting]: (typeof CHOICES)[Key][number] };
/** How Japanese names are shown: in kanji, in Latin letters, or in both. */
export type Names = Exclude<Chosen["names"], "auto">;

export const SETTINGS = Object.keys(CHOICES) as Setting[];

/** In a frame of another page nothing is stored: the address says how the table is shown. */
const isEmbedded = location.pathname.startsWith("/embed/");

function read(): Partial<Record<Setting, unknown>> {
  if (isEmbedded) return Object.fromEntries(new URLSearchParams(location.search));
  const found = storedJson(KEY);
  return typeof found === "object" && found !== null ? found : {};
}

const spoken = (): Lang => (navigator.language.startsWith("ja") ? "ja" : "en");

/** The stored values that are still valid. */
function begin(): Chosen {
  const kept = read();
  const first = { ...kept, lang: kept.lang ?? spoken() };
  const values = SETTINGS.map((key) => {
    const choices: readonly unknown[] = CHOICES[key];
    return [key, choices.includes(first[key]) ? first[key] : choices[0]];
  });
  return Object.fromEntries(values) as Chosen;
}

class Settings {
  #chosen = $state.raw<Chosen>(begin());
  #lang = $state(this.#chosen.lang);
  /** False once a change could not be stored: then the storage is no longer the latest. */
  #isStored = !isEmbedded;

  constructor() {
    for (const query of [NIGHT, STILL]) query.addEventListener("change", () => this.#apply());
    addEventListener("storage", ({ key }) => {
      if (key !== KEY) return;
      this.#look();
      this.#apply();
    });
  }

  /** Read the storage again: another window may have changed a setting. */
  #look(): void {
    if (this.#isStored && stored(KEY) !== null) this.#chosen = begin();
  }

  get<Key extends Setting>(key: Key): Chosen[Key] {
    return this.#chosen[key];
  }

  /** The language of the page: the chosen one as soon as its sentences are here. */
  get lang(): Lang {
    return this.#lang;
  }

  /** Change a setting, apply it at once and store it. */
  set(change: Partial<Chosen>): void {
    this.#look();
    this.#chosen = { ...this.#chosen, ...change };
    this.#apply();
    this.#isStored &&= store(KEY, JSON.stringify(this.#chosen));
  }

  /** Apply language, colours and motion to the page. */
  async show(): Promise<void> {
    const root = document.documentElement;
    root.dataset.theme = this.night ? "dark" : "light";
    root.dataset.motion = this.still ? "none" : "full";
    const { lang } = this.#chosen;
    if (!(lang in ours)) await learn(lang);
    if (lang === this.#chosen.lang) root.lang = this.#lang = lang;
  }

  // Sentences that cannot be loaded are a part of the page that is missed: see `App`.
  #apply(): void {
    this.show().catch(() => undefined);
  }

  /** How names are shown; readers of Japanese need only kanji. */
  get names(): Names {
    const { names } = this.#chosen;
    if (names !== "auto") return names;
    return this.lang === "ja" ? "kanji" : "both";
  }

  /** Whether the dark colours are shown. */
  get night(): boolean {
    const theme = this.#chosen.theme;
    return theme === "dark" || (theme === "auto" && NIGHT.matches);
  }

  /** True if animations are off. */
  get still(): boolean {
    const motion = this.#chosen.motion;
    return motion === "auto" ? STILL.matches : motion === "none";
  }
}

export const settings = new Settings();
