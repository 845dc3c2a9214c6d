/** The connection to a table: loading it, the event stream, and what happens when it breaks. */
import { listen as openStream, type Handlers, type Wire } from "../../api/live";
import { Refused } from "../../api/client";

/** The delay before the table is loaded again after the server did not answer, in milliseconds. */
/** Milliseconds until another try, unless a refusal says when. */
const RETRY_AFTER = 3000;
/** The delay before the user is told of a lost stream, in milliseconds. */
const STALE_AFTER = 1200;

export interface ConnectionPort {
  /** The address of the events from a version of the log on. */
  eventsUrl(since?: number): string;
  readonly handlers: Omit<Handlers, "wire">;
  /** The stream is open again after it was lost: events may have been missed. */
  onReopen(): void;
  /** The user was told that the stream was lost, and it is back. */
  onRecovered(): void;
  /** True while the page is hidden: nothing is loaded then. */
  isAway(): boolean;
}

export class Connection {
  wire = $state<Wire>("connecting");
  /** True if the stream has been lost for long enough to tell the user. */
  isStale = $state(false);
  /** True if there is no such table. */
  missing = $state(false);
  /** Why the table could not be loaded. */
  failed = $state.raw<unknown>();
  readonly #port: ConnectionPort;
  readonly #openStream: typeof openStream;
  #wasLive = false;
  #isClosed = false;
  #stop: (() => void) | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(port: ConnectionPort, open = openStream) {
    this.#port = port;
    this.#openStream = open;
  }

  /** Load the table, which answers with its version, then listen; retry while the server is down. */
  async enter(load: () => Promise<number>): Promise<void> {
    this.failed = undefined;
    try {
      this.listen(await load());
    } catch (error) {
      this.missing = error instanceof Refused && error.kind === "unknown-table";
      if (!this.missing) this.#retry(error, load);
    }
  }

  // A refusal is final, unless it is for now; a server that does not answer is tried again while
  // the page is visible.
  #retry(error: unknown, load: () => Promise<number>): void {
    this.failed = error;
    this.#set("lost");
    const again = error instanceof Refused ? error.again : undefined;
    if (error instanceof Refused && error.problem.status < 500 && !again) return;
    const wait = again ? again * 1000 : RETRY_AFTER;
    const retry = (): void => {
      if (this.#stop || this.#isClosed) return;
      if (this.#port.isAway()) setTimeout(retry, RETRY_AFTER);
      else void this.enter(load);
    };
    setTimeout(retry, wait);
  }

  /** Open the event stream, replacing any that is open. */
  listen(since?: number): void {
    if (this.#isClosed) return;
    this.#stop?.();
    this.#stop = this.#openStream(this.#port.eventsUrl(since), {
      ...this.#port.handlers,
      wire: (wire) => this.#hear(wire),
    });
  }

  #hear(wire: Wire): void {
    if (wire === "live" && this.#wasLive) this.#port.onReopen();
    this.#wasLive ||= wire === "live";
    this.#set(wire);
  }

  #set(wire: Wire): void {
    if (wire === this.wire) return;
    this.wire = wire;
    clearTimeout(this.#timer);
    if (wire === "lost") this.#timer = setTimeout(() => (this.isStale = true), STALE_AFTER);
    else this.#recover();
  }

  #recover(): void {
    if (this.isStale) this.#port.onRecovered();
    this.isStale = false;
  }

  /** Stop listening for good. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#stop?.();
  }
}
