/** The page shown: the address bar is the only source. */

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

/** The page of a path; one with escapes that mean nothing leads nowhere. */
export function pageOf(path: string): Page {
  try {
    return read(path);
  } catch (error) {
    if (error instanceof URIError) return { name: "nowhere" };
    throw error;
  }
}

function read(path: string): Page {
  if (path === "/" || path === "") return { name: "lobby" };
  if (/^\/(account|login)\/?$/.test(path)) return { name: "account" };
  if (/^\/privacy\/?$/.test(path)) return { name: "privacy" };
  if (/^\/about\/?$/.test(path)) return { name: "about" };
  if (/^\/help\/?$/.test(path)) return { name: "help" };
  if (/^\/tokens\/?$/.test(path)) return { name: "tokens" };
  const house = /^\/admin(?:\/(reports|tables|people|limits|log))?(?:\/([^/]+))?\/?$/.exec(path);
  if (house) {
    const [part, who] = [house[1] ?? "reports", decodeURIComponent(house[2] ?? "")];
    return { name: "house", part: part as HousePart, who };
  }
  if (/^\/tournaments\/?$/.test(path)) return { name: "tournaments" };
  const tournament = /^\/tournament\/([^/]+)\/?$/.exec(path);
  if (tournament) return { name: "tournament", id: decodeURIComponent(tournament[1]!) };
  if (/^\/calls\/?$/.test(path)) return { name: "calls" };
  if (/^\/workshop\/?$/.test(path)) return { name: "workshop" };
  const experiments = /^\/workshop\/experiments(?:\/([^/]+))?\/?$/.exec(path);
  if (experiments) {
    const id = decodeURIComponent(experiments[1] ?? "");
    return id ? { name: "experiment", id } : { name: "experiments" };
  }
  const searches = /^\/workshop\/balance(?:\/([^/]+))?\/?$/.exec(path);
  if (searches) {
    const id = decodeURIComponent(searches[1] ?? "");
    return id ? { name: "search", id } : { name: "searches" };
  }
  if (/^\/studies\/?$/.test(path)) return { name: "studies" };
  const study = /^\/study\/([^/]+)\/?$/.exec(path);
  if (study) return { name: "study", id: decodeURIComponent(study[1]!) };
  const studied = /^\/study\/([^/]+)\/(\d{1,6})\/(\d{1,6})\/(lesson|puzzle)\/?$/.exec(path);
  if (studied) {
    const [id, chapter, node] = [decodeURIComponent(studied[1]!), +studied[2]!, +studied[3]!];
    return { name: "studied", id, chapter, node, kind: studied[4] as "lesson" | "puzzle" };
  }
  const desk = /^\/workshop\/([^/]+)\/([^/]+)\/?$/.exec(path);
  if (desk) {
    const [game, key] = desk.slice(1).map(decodeURIComponent);
    return { name: "desk", game: game!, desk: key! };
  }
  const explored = /^\/explore\/([^/]+)\/?$/.exec(path);
  if (explored) return { name: "explore", game: decodeURIComponent(explored[1]!) };
  const embedded = /^\/embed\/t\/([^/]+)\/?$/.exec(path);
  if (embedded) return { name: "embed", id: decodeURIComponent(embedded[1]!) };
  const table = /^\/t\/([^/]+)\/?$/.exec(path);
  if (table) return { name: "table", id: decodeURIComponent(table[1]!) };
  const lesson = /^\/learn\/([^/]+)\/([^/]+)\/?$/.exec(path);
  if (lesson) {
    const [game, key] = lesson.slice(1).map(decodeURIComponent);
    return { name: "lesson", game: game!, key: key! };
  }
  const rules = /^\/rules\/([^/]+)(?:\/([^/]+))?\/?$/.exec(path);
  if (rules) {
    const [game, preset] = rules.slice(1).map((part) => decodeURIComponent(part ?? ""));
    return { name: "rules", game: game!, preset: preset! };
  }
  if (/^\/games\/?$/.test(path)) return { name: "games" };
  const person = /^\/people\/([^/]+)\/?$/.exec(path);
  if (person) return { name: "person", who: decodeURIComponent(person[1]!) };
  const ranks = /^\/ranks(?:\/([^/]+))?(?:\/(none|days|live))?\/?$/.exec(path);
  if (ranks) {
    const [game, pace] = [decodeURIComponent(ranks[1] ?? ""), ranks[2] ?? "none"];
    return { name: "ranks", game, pace: pace as Pace };
  }
  // A day begins with a digit; the key of a game does not.
  const puzzle = /^\/puzzles(?:\/(?!today\b)([a-z]\w*))?(?:\/([\w-]+))?\/?$/.exec(path);
  if (!puzzle) return { name: "nowhere" };
  return { name: "puzzle", game: puzzle[1] ?? "", day: puzzle[2] ?? "today" };
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
