/** Requests to the server. A refusal arrives as a problem document and is thrown as `Refused`. */
import { untrack } from "svelte";
import type * as server from "./protocol";
import type { Perspective } from "../lib/play/hotseat";
import { hearTime } from "../lib/now";
import { disk } from "./disk.svelte";
import { identity } from "./identity.svelte";
import { readEvents } from "./stream";

/** The server said no: `kind` is the last part of the problem's type. */
export class Refused extends Error {
  constructor(
    readonly kind: string,
    readonly problem: server.Problem,
    /** The seconds after which it may say yes, if the refusal is for now. */
    readonly again?: number,
  ) {
    super(problem.detail || problem.title);
  }
}

/** The server did not answer. An order may have arrived all the same. */
export class Unreachable extends Error {
  constructor(
    path = "",
    readonly isOrder = false,
  ) {
    super(path);
  }
}

type Asked = [path: string, body?: unknown, signal?: AbortSignal, headers?: Record<string, string>];

export async function ask<T>(...asked: Asked): Promise<T> {
  const [path, body] = asked;
  try {
    return await answered<T>(...asked);
  } catch (error) {
    if (error instanceof Unreachable && body !== undefined) throw new Unreachable(path, true);
    throw error;
  }
}

async function answered<T>(...asked: Asked): Promise<T> {
  const [path, , signal] = asked;
  const answer = await send(...asked);
  // The user has ended this session from another device: whose the browser is now is to be asked.
  if (answer.headers.has("honjin-out")) void identity.look();
  hearTime(answer.headers.get("honjin-now"));
  if (answer.headers.has("honjin-now") || answer.headers.has("honjin-full"))
    disk.full = answer.headers.has("honjin-full");
  const text = await heard(answer.text(), path, signal);
  if (!answer.ok) throw refusal(answer.status, text, againIn(answer));
  const version = answer.headers.get("honjin-version");
  if (version) return { version: Number(version) } as T;
  return (text ? parsed(text, path) : undefined) as T;
}

// An answer that breaks off midway is no answer.
async function heard<T>(reading: Promise<T>, path: string, signal?: AbortSignal): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Unreachable(path);
  }
}

// What is no JSON comes from something between us and the server, such as a hotel's login page.
function parsed(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Unreachable(path);
  }
}

async function send(...[path, body, signal, headers]: Asked): Promise<Response> {
  if (body !== undefined && untrack(() => identity.other)) throw outdated();
  const init: RequestInit = {
    credentials: "same-origin",
    headers: { accept: "application/json", ...headers },
  };
  if (signal) init.signal = signal;
  if (body !== undefined) {
    init.method = "POST";
    init.headers = { ...init.headers, "content-type": "application/json" };
    init.body = JSON.stringify(body);
  }
  return heard(fetch(`/api${path}`, init), path, signal);
}

// Passes on the analyses of a stream; a failure midway is thrown like a refusal at the start.
async function stream(
  path: string,
  body: object,
  hear: (found: server.Analysis) => void,
  signal: AbortSignal,
): Promise<void> {
  const answer = await send(path, body, signal);
  if (!answer.ok || !answer.body)
    throw refusal(answer.status, await heard(answer.text(), path, signal));
  await readEvents(
    answer.body,
    ({ event, data }) => {
      if (event === "problem") throw refusal(500, data);
      if (event === "analysis") hear(parsed(data, path) as server.Analysis);
    },
    (part) => heard(part, path, signal),
  );
}

const againIn = (answer: Response): number | undefined =>
  Number(answer.headers.get("retry-after")) || undefined;

function refusal(status: number, text: string, again?: number): Error {
  try {
    const problem = JSON.parse(text) as server.Problem;
    return new Refused(problem.type.split("/").at(-1) ?? "internal", problem, again);
  } catch {
    // A proxy between us and the server may answer in its own words.
    return status >= 502 ? new Unreachable(String(status)) : unreadable(status, text);
  }
}

/** What is here of one user must not be mixed with what is another's. */
export function outdated(): Refused {
  const problem = { type: "/problems/other-user", title: "", status: 403, detail: "" };
  return new Refused("other-user", problem);
}

function unreadable(status: number, text: string): Refused {
  return new Refused("internal", {
    type: "/problems/internal",
    title: "",
    status,
    detail: text.slice(0, 200),
  });
}

const seatQuery = (seat?: Perspective): string => (seat === undefined ? "" : `seat=${seat}`);
const sinceQuery = (since?: number): string => (since ? `since=${since}` : "");
const withQuery = (path: string, ...parts: string[]): string => {
  const query = parts.filter(Boolean).join("&");
  return query ? `${path}?${query}` : path;
};
const parts = (name: string, values: readonly string[]): string[] =>
  values.map((value) => `${name}=${encodeURIComponent(value)}`);
const lesson = (game: string, key: string): string =>
  `/lessons/${encodeURIComponent(game)}/${encodeURIComponent(key)}`;
const puzzle = (day: string, rest = "", game = "", ...more: string[]): string =>
  withQuery(
    `/puzzles/${encodeURIComponent(day)}${rest}`,
    ...parts("game", game ? [game] : []),
    ...more,
  );
const table = (id: string): string => `/tables/${encodeURIComponent(id)}`;

// Whom the server knows is asked once; the user's own actions change it, here or in another window.
let known: Promise<server.Me> | undefined;

async function meet(asked: Promise<server.Me>): Promise<server.Me> {
  try {
    const me = await (known = asked);
    identity.learn(me);
    return me;
  } catch (error) {
    known = undefined;
    throw error;
  }
}

export const api = {
  // An effect that asks for the user must not run again whenever the user changes.
  me: async () => untrack(() => identity.me) ?? (await (known ?? meet(ask<server.Me>("/me")))),
  /** Whose the browser is now, whatever this page knows. */
  meAgain: () => ask<server.Me>("/me"),
  /** The identity from now on, after logging in or out, or keeping the guest's games. */
  become: (asked: Promise<server.Me>) => meet(asked),
  introduce: (name: string) => meet(ask<server.Me>("/me", { name })),
  vacation: () => ask<server.Vacation>("/me/vacation"),
  takeVacation: (on: boolean) => ask<server.Vacation>("/me/vacation", { on }),
  /** The user's tokens, with which programs act for the user. */
  tokens: () => ask<server.TokenList>("/tokens"),
  makeToken: (wish: server.MakeToken) => ask<server.NewToken>("/tokens", wish),
  revokeToken: (id: string) => ask<server.TokenList>("/tokens/revoke", { id }),
  beProgram: (program: boolean) => meet(ask<server.Me>("/me/program", { program })),
  health: () => ask<server.Health>("/health"),
  host: () => ask<server.Host>("/host"),
  games: () => ask<server.GameInfo[]>("/games"),
  game: (key: string) => ask<server.GamePage>(`/games/${encodeURIComponent(key)}`),
  rules: (key: string) => ask<server.Rules>(`/games/${encodeURIComponent(key)}/rules`),
  tables: () => ask<server.Tables>("/tables"),
  /** The tables that wait for the user. */
  turns: () => ask<server.Turns>("/turns"),
  /** A page of a player's finished games. */
  history: (query: string) => ask<server.History>(withQuery("/history", query)),
  person: (who: string) => ask<server.Profile>(`/people/${encodeURIComponent(who)}`),
  showProfile: (hidden: boolean) => ask<server.ProfileShown>("/me/profile", { hidden }),
  ranks: (game: string, pace: string) =>
    ask<server.Ranks>(withQuery(`/ranks/${encodeURIComponent(game)}`, ...parts("pace", [pace]))),
  /** The ratings of the players at a table. */
  people: (id: string) => ask<server.TablePeople>(`${table(id)}/people`),
  open: (wish: server.OpenTable) => ask<server.NewTable>("/tables", wish),
  importRecord: (record: string, key: string) => ask<server.NewTable>("/records", { record, key }),
  /** A table as a seat sees it; given a version, only the log since then. */
  view: (id: string, seat: Perspective | undefined, since?: number) =>
    ask<server.View>(withQuery(table(id), seatQuery(seat), sinceQuery(since))),
  past: (id: string, step: number, seat: Perspective) =>
    ask<server.PastView>(withQuery(`${table(id)}/steps/${step}`, seatQuery(seat))),
  why: (id: string, seat: number, path: string[]) =>
    ask<server.Reason>(withQuery(`${table(id)}/why`, seatQuery(seat), ...parts("path", path))),
  reference: (id: string) => ask<server.TableReference>(`${table(id)}/reference`),
  facts: (id: string) => ask<server.Facts>(`${table(id)}/facts`),
  gestures: (id: string, seat: number) =>
    ask<server.Gestures>(withQuery(`${table(id)}/gestures`, seatQuery(seat))),
  /** What a waiting seat could do if its turn came now. */
  ahead: (id: string, seat: number) =>
    ask<server.Ahead>(withQuery(`${table(id)}/ahead`, seatQuery(seat))),
  /** Anything that is done at a table: sit, stand, actions, back, resign, takeback, chat ... */
  do: <What extends server.Order>(
    id: string,
    what: What,
    body: server.OrderBody<What>,
    seat?: Perspective,
    signal?: AbortSignal,
  ) =>
    ask<server.OrderAnswer<What>>(withQuery(`${table(id)}/${what}`, seatQuery(seat)), body, signal),
  /** Do an action; the view comes with the stream, so the answer is its version alone. */
  act: (id: string, body: server.OrderBody<"actions">, seat?: Perspective, signal?: AbortSignal) =>
    ask<{ version: number }>(withQuery(`${table(id)}/actions`, seatQuery(seat)), body, signal, {
      prefer: "return=minimal",
    }),
  /** A search's results for a step, repeatedly until its time is over. */
  analyse: (
    id: string,
    ask: server.Analyse,
    hear: (found: server.Analysis) => void,
    signal: AbortSignal,
    seat: Perspective,
  ) => stream(withQuery(`${table(id)}/analysis`, seatQuery(seat)), ask, hear, signal),
  review: (id: string, seat: Perspective) =>
    ask<server.Review>(withQuery(`${table(id)}/review`, seatQuery(seat))),
  puzzles: (game: string, until?: string) =>
    ask<server.PuzzleDays>(
      withQuery(
        "/puzzles",
        ...parts("until", until ? [until] : []),
        ...parts("game", game ? [game] : []),
      ),
    ),
  /** The puzzle of a day; without a game, that of the first one that has puzzles. */
  puzzle: (game: string, day: string) => ask<server.Puzzle>(puzzle(day, "", game)),
  /** Try an action of a puzzle, after the correct ones so far. */
  tryPuzzle: (game: string, day: string, done: string[], what: string) =>
    ask<server.Tried>(puzzle(day, "/tries", game), { done, do: what }),
  puzzleHint: (game: string, day: string, done: string[]) =>
    ask<server.Hint>(puzzle(day, "/hint", game), { done }),
  puzzleSolution: (game: string, day: string) =>
    ask<server.Solution>(puzzle(day, "/solution", game)),
  puzzleWhy: (game: string, day: string, done: string[], path: string[]) =>
    ask<server.Reason>(puzzle(day, "/why", game, ...parts("done", done), ...parts("path", path))),
  lesson: (game: string, key: string) => ask<server.Lesson>(lesson(game, key)),
  lessonWhy: (game: string, key: string, step: number, path: string[]) =>
    ask<server.Reason>(
      withQuery(`${lesson(game, key)}/why`, `step=${step}`, ...parts("path", path)),
    ),
  recordUrl: (id: string, seat: Perspective) =>
    `/api${withQuery(`${table(id)}/record`, seatQuery(seat))}`,
  eventsUrl: (id: string, seat: Perspective, since?: number) =>
    `/api${withQuery(`${table(id)}/events`, seatQuery(seat), sinceQuery(since), "changes=1")}`,
};
