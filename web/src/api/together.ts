/**
 * The streams of all pages of a browser as one, which one of the pages holds for all: a browser opens
 * only six connections to a host over HTTP/1.1, whatever the number of its pages.
 *
 * The pages speak through a BroadcastChannel, which every browser has, also on plain http; locks and
 * shared workers are missing there, or on phones. A page says what it `want`s. Who holds the stream
 * answers that it does `lead`; if nobody answers, the page that asked leads from then on. So it does
 * when the leader has `gone`, was frozen or has crashed. If two lead, the one with the lower name goes on.
 */

import { untrack } from "svelte";
import { identity } from "./identity.svelte";

/** What a stream can be listened to by; as of an EventSource. */
export interface Source {
  readonly readyState: number;
  addEventListener(name: string, then: (event: Event) => void): void;
  close(): void;
}

/** A stream that a page wants, with the id of the last event that it had. */
interface Wanted {
  readonly id: string;
  readonly url: string;
  last: string;
}
type Said =
  | { kind: "want"; page: string; streams: Wanted[] }
  | { kind: "lead"; page: string }
  | { kind: "gone"; page: string }
  | { kind: "tell"; to: string; name: string; data: string; last: string };
type Channel = Pick<BroadcastChannel, "addEventListener" | "postMessage" | "close">;
type Opens = (url: string) => EventSource;

/** The most streams that the server gives as one. */
export const MOST = 40;
/** Milliseconds in which a leader answers: at first, and once it is known. */
const SOON = 150;
const PATIENCE = 1_500;
/** Milliseconds between two questions whether the leader is there, from a page seen and a hidden one. */
export const PING = 2_000;
const HIDDEN_PING = 60_000;
/** Milliseconds after which a page that has said nothing is no longer there. */
const FORGET = 3 * HIDDEN_PING;
/** Milliseconds in which pages that begin at once are put into one stream. */
const GATHER = 30;

const [CONNECTING, OPEN, CLOSED] = [0, 1, 2];

/** One stream of this page. */
class Shared extends EventTarget implements Source {
  readyState = CONNECTING;
  last = "";

  constructor(
    readonly id: string,
    readonly url: string,
    readonly onClose: (one: Shared) => void,
  ) {
    super();
  }

  /** An event of the stream, or `open`, `error` and `refused`, which are about it. */
  hear(name: string, data: string, last: string): void {
    if (last) this.last = last;
    if (name === "open") this.#turn(OPEN, "open");
    else if (name === "error") this.#turn(CONNECTING, "error");
    else if (name === "refused") {
      this.#turn(CLOSED, "error");
      this.onClose(this);
    } else this.dispatchEvent(new MessageEvent(name, { data, lastEventId: last }));
  }

  // A stream that never began is lost, too, while it stays the one that is being opened.
  #turn(state: number, name: string): void {
    if (this.readyState === state && name === "open") return;
    this.readyState = state;
    this.dispatchEvent(new Event(name));
  }

  close(): void {
    this.readyState = CLOSED;
    this.onClose(this);
  }
}

/** The address of a stream from the last event on. */
function from({ url, last }: Wanted): string {
  if (!last) return url;
  const [path, query] = url.split("?");
  const asked = new URLSearchParams(query);
  asked.set("since", last);
  return `${path}?${asked}`;
}

/** Streams as one, as long as they are held. */
class Held {
  readonly #source: EventSource;
  readonly #refused = new Set<Wanted>();
  readonly #unanswered: Set<Wanted>;

  constructor(
    readonly streams: readonly Wanted[],
    opens: Opens,
    on: {
      told: (to: Wanted, name: string, data: string, last: string) => void;
      /** Every stream has begun or is refused. */
      begun: () => void;
      lost: () => void;
    },
  ) {
    this.#unanswered = new Set(streams);
    const query = streams.map((one) => `of=${encodeURIComponent(from(one))}`).join("&");
    this.#source = opens(`/api/events?${query}`);
    this.#source.addEventListener("error", () => on.lost());
    this.#source.addEventListener("message", ({ data }: MessageEvent<string>) => {
      const [head, ...lines] = data.split("\n");
      const [n, name, last = ""] = head!.split(" ");
      const to = streams[Number(n)]!;
      if (name === "refused") this.#refused.add(to);
      on.told(to, name!, lines.join("\n"), name === "refused" ? "" : last);
      if (this.#unanswered.delete(to) && this.hasBegun) on.begun();
    });
  }

  get hasBegun(): boolean {
    return this.#unanswered.size === 0;
  }

  /** The streams that are not refused. */
  get alive(): Wanted[] {
    return this.streams.filter((one) => !this.#refused.has(one));
  }

  close(): void {
    this.#source.close();
  }
}

const names = (streams: readonly Wanted[]): string =>
  streams
    .map(({ id }) => id)
    .sort()
    .join();

export class Together {
  readonly #page = crypto.getRandomValues(new Uint32Array(2)).join("-");
  readonly #channel: Channel | undefined;
  readonly #opens: Opens;
  readonly #own = new Map<string, Shared>();
  readonly #others = new Map<string, { streams: Wanted[]; at: number }>();
  #leader: string | undefined;
  #held: Held[] = [];
  /** Those before, until these have begun. */
  #old: Held[] = [];
  #count = 0;
  #failures = 0;
  #asked = 0;
  #isAway = false;
  #claim: ReturnType<typeof setTimeout> | undefined;
  #change: ReturnType<typeof setTimeout> | undefined;
  #tick: ReturnType<typeof setInterval> | undefined;

  constructor(channel: Channel | undefined, opens: Opens) {
    this.#channel = channel;
    this.#opens = opens;
    channel?.addEventListener("message", ({ data }: MessageEvent<Said>) => this.#hear(data));
  }

  get leads(): boolean {
    return this.#leader === this.#page;
  }

  /** Open a stream; like `new EventSource(url)`. */
  open(url: string): Source {
    const id = `${this.#page}.${this.#count++}`;
    const one = new Shared(id, url, () => this.#drop(id));
    this.#own.set(id, one);
    this.#tick ??= setInterval(() => this.ping(), PING);
    this.#want();
    return one;
  }

  #drop(id: string): void {
    if (!this.#own.delete(id)) return;
    if (this.#own.size > 0) this.#want();
    else this.#leave();
  }

  /** The page is put aside or closed: another one leads. */
  leave(): void {
    this.#isAway = true;
    for (const one of this.#own.values()) one.readyState = CONNECTING;
    this.#leave();
  }

  /** The page is back. */
  come(): void {
    if (!this.#isAway) return;
    this.#isAway = false;
    if (this.#own.size === 0) return;
    this.#tick = setInterval(() => this.ping(), PING);
    this.#want();
  }

  #leave(): void {
    clearInterval(this.#tick);
    clearTimeout(this.#claim);
    this.#tick = this.#claim = this.#leader = undefined;
    this.#yield();
    this.#say({ kind: "gone", page: this.#page });
  }

  // ---------------------------------------------------------------- who leads

  #say(said: Said): void {
    this.#channel?.postMessage(said);
  }

  /** Say which streams this page wants; lead if nobody answers. */
  #want(): void {
    if (this.leads) return this.#renew();
    if (!this.#channel) return this.#lead();
    this.#asked = performance.now();
    const streams = [...this.#own.values()].map(({ id, url, last }) => ({ id, url, last }));
    this.#say({ kind: "want", page: this.#page, streams });
    const wait = this.#leader ? PATIENCE : SOON * (1 + Math.random());
    this.#claim ??= setTimeout(() => this.#lead(), wait);
  }

  /** See whether the leader is there; two that lead hear of each other. */
  ping(): void {
    if (this.#own.size === 0 || this.#isAway) return;
    if (this.leads) this.#forget();
    if (document.hidden && performance.now() - this.#asked < HIDDEN_PING) return;
    if (this.leads) this.#lead();
    else this.#want();
  }

  #lead(): void {
    clearTimeout(this.#claim);
    this.#claim = undefined;
    this.#leader = this.#page;
    this.#asked = performance.now();
    this.#say({ kind: "lead", page: this.#page });
    this.#renew();
  }

  #hear(said: Said): void {
    if (this.#isAway || this.#own.size === 0) return;
    if (said.kind === "tell") this.#own.get(said.to)?.hear(said.name, said.data, said.last);
    else if (said.kind === "want") this.#hearWant(said.page, said.streams);
    else if (said.kind === "lead") this.#hearLeader(said.page);
    else this.#hearGone(said.page);
  }

  #hearWant(page: string, streams: Wanted[]): void {
    this.#others.set(page, { streams, at: performance.now() });
    if (!this.leads) return;
    this.#say({ kind: "lead", page: this.#page });
    this.#renew();
  }

  #hearLeader(page: string): void {
    if (this.leads && this.#page < page) return this.#say({ kind: "lead", page: this.#page });
    clearTimeout(this.#claim);
    this.#claim = undefined;
    const isNew = this.#leader !== page;
    this.#leader = page;
    this.#yield();
    if (isNew) this.#want();
  }

  #hearGone(page: string): void {
    this.#others.delete(page);
    if (this.leads) return this.#renew();
    if (this.#leader !== page) return;
    this.#leader = undefined;
    clearTimeout(this.#claim);
    this.#claim = undefined;
    this.#want();
  }

  // ---------------------------------------------------------------- the stream of the leader

  #yield(): void {
    clearTimeout(this.#change);
    this.#change = undefined;
    for (const held of this.#held) held.close();
    this.#held = [];
    this.#closeOld();
  }

  #closeOld(): void {
    for (const old of this.#old.splice(0)) old.close();
  }

  #forget(): void {
    for (const [page, { at }] of this.#others)
      if (performance.now() - at > FORGET) this.#others.delete(page);
  }

  #wanted(): Wanted[] {
    return [...this.#own.values(), ...[...this.#others.values()].flatMap((one) => one.streams)];
  }

  /** Hold what is wanted, if that is something else than before. */
  #renew(wait = GATHER): void {
    const held = this.#held.flatMap((one) => one.alive);
    if (this.#change || names(held) === names(this.#wanted())) return;
    this.#change = setTimeout(() => {
      this.#change = undefined;
      this.#hold(this.#wanted());
    }, wait);
  }

  // The streams before are closed once the new ones have begun: nobody is seen to leave a table. Those
  // that have not begun are closed at once, or they would take all connections that a browser has.
  #hold(streams: Wanted[]): void {
    for (const one of this.#held)
      if (one.hasBegun) this.#old.push(one);
      else one.close();
    const now: Held[] = [];
    const on = {
      told: (...told: [Wanted, string, string, string]) => this.#pass(...told),
      begun: () => {
        this.#failures = 0;
        if (now === this.#held && now.every((one) => one.hasBegun)) this.#closeOld();
      },
      lost: () => this.#lost(now),
    };
    for (let n = 0; n < streams.length; n += MOST)
      now.push(new Held(streams.slice(n, n + MOST), this.#opens, on));
    this.#held = now;
    if (streams.length === 0) this.#closeOld();
  }

  #pass(to: Wanted, name: string, data: string, last: string): void {
    if (last) to.last = last;
    const own = this.#own.get(to.id);
    if (own) own.hear(name, data, last);
    else this.#say({ kind: "tell", to: to.id, name, data, last });
  }

  // As after any loss it is opened again, from the last events on and after growing delays.
  #lost(held: Held[]): void {
    for (const one of held) one.close();
    if (held !== this.#held) return;
    this.#held = [];
    this.#closeOld();
    for (const one of held.flatMap(({ alive }) => alive)) this.#pass(one, "error", "", "");
    this.#renew(Math.min(1000 * 2 ** this.#failures++, 8_000));
  }
}

function channelOf(person: string): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(`honjin.streams.${person}`);
  } catch {
    return undefined;
  }
}

const byPerson = new Map<string, Together>();

/** Open a stream of the user's, together with those of the user's other pages in this browser. */
export function open(url: string): Source {
  const person = untrack(() => identity.me?.id ?? "");
  if (byPerson.size === 0) watch();
  let found = byPerson.get(person);
  if (!found) {
    found = new Together(channelOf(person), (address) => new EventSource(address));
    byPerson.set(person, found);
  }
  return found.open(url);
}

function watch(): void {
  const all = (what: "leave" | "come" | "ping") => () => byPerson.forEach((one) => one[what]());
  addEventListener("pagehide", all("leave"));
  addEventListener("pageshow", all("come"));
  // Some browsers stop a page that is hidden for long, and tell it.
  document.addEventListener("freeze", all("leave"));
  document.addEventListener("resume", all("come"));
  document.addEventListener("visibilitychange", all("ping"));
}
