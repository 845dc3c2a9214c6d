/** The page shown: the address bar is the only source. */
import type { Options } from "../api/protocol";

/** The time controls of a rating. */
export type Pace = "none" | "days" | "live";

/** The sections of the moderators' page. */
export const HOUSE_PARTS = ["reports", "tables", "people", "limits", "log"] as const;
export type HousePart = (typeof HOUSE_PARTS)[number];

export type Page =
  | { name: "lobby" }
  | { name: "table"; id: string }
  | { name: "puzzle"; game: string; day: string }
  | { name: "lesson"; game: string; key: string }
  | { name: "rules"; game: string; preset: string }
  | { name: "account" }
  | { name: "privacy" }
  | { name: "about" }
  | { name: "help" }
  | { name: "games" }
  | { name: "person"; who: string }
  | { name: "ranks"; game: string; pace: Pace }
  | { name: "tokens" }
  | { name: "house"; part: HousePart; who: string }
  | { name: "tournaments" }
  | { name: "tournament"; id: string }
  | { name: "calls" }
  | { name: "workshop" }
  | { name: "experiments" }
  | { name: "experiment"; id: string }
  | { name: "searches" }
  | { name: "search"; id: string }
  | { name: "studies" }
  | { name: "study"; id: string }
  | { name: "studied"; id: string; chapter: number; node: number; kind: "lesson" | "puzzle" }
  | { name: "desk"; game: string; desk: string }
  | { name: "explore"; game: string }
  | { name: "embed"; id: string }
  | { name: "nowhere" };

/** The pages by their addresses, each made of the address's parts; the first that fits counts. */
const PAGES: readonly (readonly [RegExp, (...parts: string[]) => Page])[] = [
  [
    /^\/(privacy|about|help|tokens|tournaments|calls|workshop|studies|games)\/?$/,
    (name) => ({ name }) as Page,
  ],
  [/^\/(?:account|login)\/?$/, () => ({ name: "account" })],
  [
    /^\/admin(?:\/(reports|tables|people|limits|log))?(?:\/([^/]+))?\/?$/,
    (part, who) => ({ name: "house", part: (part || "reports") as HousePart, who }),
  ],
  [/^\/tournament\/([^/]+)\/?$/, (id) => ({ name: "tournament", id })],
  [
    /^\/workshop\/experiments(?:\/([^/]+))?\/?$/,
    (id) => (id ? { name: "experiment", id } : { name: "experiments" }),
  ],
  [
    /^\/workshop\/balance(?:\/([^/]+))?\/?$/,
    (id) => (id ? { name: "search", id } : { name: "searches" }),
  ],
  [/^\/workshop\/([^/]+)\/([^/]+)\/?$/, (game, desk) => ({ name: "desk", game, desk })],
  [/^\/study\/([^/]+)\/?$/, (id) => ({ name: "study", id })],
  [
    /^\/study\/([^/]+)\/(\d{1,6})\/(\d{1,6})\/(lesson|puzzle)\/?$/,
    (id, chapter, node, kind) => ({
      name: "studied",
      id,
      chapter: Number(chapter),
      node: Number(node),
      kind: kind as "lesson" | "puzzle",
    }),
  ],
  [/^\/explore\/([^/]+)\/?$/, (game) => ({ name: "explore", game })],
  [/^\/embed\/t\/([^/]+)\/?$/, (id) => ({ name: "embed", id })],
  [/^\/t\/([^/]+)\/?$/, (id) => ({ name: "table", id })],
  [/^\/learn\/([^/]+)\/([^/]+)\/?$/, (game, key) => ({ name: "lesson", game, key })],
  [/^\/rules\/([^/]+)(?:\/([^/]+))?\/?$/, (game, preset) => ({ name: "rules", game, preset })],
  [/^\/people\/([^/]+)\/?$/, (who) => ({ name: "person", who })],
  [
    /^\/ranks(?:\/([^/]+))?(?:\/(none|days|live))?\/?$/,
    (game, pace) => ({ name: "ranks", game, pace: (pace || "none") as Pace }),
  ],
  // A day begins with a digit; the key of a game does not.
  [
    /^\/puzzles(?:\/(?!today\b)([a-z]\w*))?(?:\/([\w-]+))?\/?$/,
    (game, day) => ({ name: "puzzle", game, day: day || "today" }),
  ],
];

/** The page of a path; one with escapes that mean nothing leads nowhere. */
export function pageOf(path: string): Page {
  if (path === "/" || path === "") return { name: "lobby" };
  for (const [pattern, page] of PAGES) {
    const parts = pattern.exec(path)?.slice(1);
    try {
      if (parts) return page(...parts.map((part) => decodeURIComponent(part ?? "")));
    } catch (error) {
      if (!(error instanceof URIError)) throw error;
      return { name: "nowhere" };
    }
  }
  return { name: "nowhere" };
}

/** The present address is changed once this many milliseconds have passed: browsers limit such changes. */
export const ADDRESS_PAUSE = 150;

class Route {
  page = $state<Page>(pageOf(location.pathname));

  constructor() {
    addEventListener("popstate", () => (this.page = pageOf(location.pathname)));
  }

  /** Go to a page of this site without reloading; where one is already, there is no second entry. */
  go(path: string): void {
    if (path !== location.pathname + location.search) history.pushState(null, "", path);
    this.page = pageOf(location.pathname);
    scrollTo(0, 0);
  }
}

export const route = new Route();

/** The address of a table. */
export const tablePath = (id: string): string => `/t/${encodeURIComponent(id)}`;

/** The address of a step of a table, or of its present. */
export const stepPath = (id: string, step: number | undefined): string =>
  `${tablePath(id)}${step === undefined ? "" : `?step=${step}`}`;

/** The address of a day's puzzle; without a game, of the first one that has puzzles. */
export const puzzlePath = (game: string, day: string): string =>
  game ? `/puzzles/${game}/${day}` : `/puzzles/${day}`;

/** The address of a lesson. */
export const lessonPath = (game: string, key: string): string =>
  `/learn/${encodeURIComponent(game)}/${encodeURIComponent(key)}`;

/** The address of a drawing desk of the workshop. */
export const deskPath = (game: string, desk: string): string =>
  `/workshop/${encodeURIComponent(game)}/${encodeURIComponent(desk)}`;

/** The address of a game's rules, for a preset. */
export const rulesPath = (game: string, preset: string): string =>
  `/rules/${encodeURIComponent(game)}/${encodeURIComponent(preset)}`;

/** The address of a game's explorer, for some options. */
export function explorePath(game: string, options: Options = {}): string {
  const given = Object.entries(options).map(([key, value]) => [key, String(value)]);
  const query = new URLSearchParams(given.toSorted()).toString();
  return `/explore/${encodeURIComponent(game)}${query && `?${query}`}`;
}

/** The address of a position of a finished game; the explorer then shows the position's own. */
export const explorePathOf = (game: string, table: string, step: number): string =>
  `/explore/${encodeURIComponent(game)}?table=${encodeURIComponent(table)}&step=${step}`;

/** The address of a study, or of a position of it: a chapter, and a node of its tree. */
export function studyPath(id: string, chapter?: number, node = 0): string {
  const path = `/study/${encodeURIComponent(id)}`;
  if (chapter === undefined) return path;
  return `${path}?chapter=${chapter}${node === 0 ? "" : `&node=${node}`}`;
}

/** The address of the lesson or the puzzle that the line after a position of a study makes. */
export const playPath = (
  id: string,
  chapter: number,
  node: number,
  kind: "lesson" | "puzzle",
): string => `${studyPath(id)}/${chapter}/${node}/${kind}`;

/** The address of a player's profile. */
export const personPath = (who: string): string => `/people/${encodeURIComponent(who)}`;

/** The address of a tournament. */
export const tournamentPath = (id: string): string => `/tournament/${encodeURIComponent(id)}`;

/** The address of a game's rankings. */
export const ranksPath = (game: string, pace: Pace): string =>
  `/ranks/${encodeURIComponent(game)}${pace === "none" ? "" : `/${pace}`}`;

/** The address of a moderation section, or of a person or a table in it. */
export const housePath = (part: HousePart, who = ""): string =>
  `/admin/${part}${who ? `/${encodeURIComponent(who)}` : ""}`;

/** For links: follow them within the page unless a new window is wanted. */
export function follow(event: MouseEvent): void {
  const link = event.currentTarget as HTMLAnchorElement;
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return;
  event.preventDefault();
  route.go(link.pathname + link.search);
}
