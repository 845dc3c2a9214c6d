/** The connection to a table: loading it, the event stream, and what happens when it breaks. */
import { api, Refused } from "../../api/client";
import { identity } from "../../api/identity.svelte";
import { listen as openStream, type Handlers, type Wire } from "../../api/live";
import { forbidden, notices } from "../../state/notices.svelte";
import { t } from "../../state/words.svelte";
import type { TableState } from "./table.svelte";

/** Milliseconds until another try, unless a refusal says when. */
const RETRY_AFTER = 3000;
/** The delay before the user is told of a lost stream, in milliseconds. */
const STALE_AFTER = 1200;

export class Connection {
  wire = $state<Wire>("connecting");
  /** True if the stream has been lost for long enough to tell the user. */
  isStale = $state(false);
  /** True if there is no such table. */
  missing = $state(false);
  /** Why the table could not be loaded. */
  failed = $state.raw<unknown>();
  readonly #table: TableState;
  readonly #openStream: typeof openStream;
  #wasLive = false;
  #isClosed = false;
  #stop: (() => void) | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(table: TableState, open = openStream) {
    this.#table = table;
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
      if (document.hidden) setTimeout(retry, RETRY_AFTER);
      else void this.enter(load);
    };
    setTimeout(retry, wait);
  }

  /** Open the event stream, replacing any that is open. */
  listen(since?: number): void {
    if (this.#isClosed) return;
    this.#stop?.();
    const { id, hotseat } = this.#table;
    this.#stop = this.#openStream(
      api.eventsUrl(id, hotseat.perspective, since),
      this.#handlers(this.#table),
    );
  }

  #handlers(table: TableState): Handlers {
    return {
      view: (view) => table.take(view),
      chat: (line) => table.chat.hear(line),
      presence: ({ online, absent }) => table.setPresence(online, absent),
      thinking: (thinking) => (table.thinking = thinking),
      refused: () => {
        void identity.look();
        void table.load().catch(forbidden);
      },
      missed: () => this.listen(table.hotseat.since()),
      wire: (wire) => this.#hear(wire),
    };
  }

  #hear(wire: Wire): void {
    if (wire === "live" && this.#wasLive) this.#reopen();
    this.#wasLive ||= wire === "live";
    this.#set(wire);
  }

  // Events may have been missed. The server ends a stream with its session: the new one may be
  // somebody else's.
  #reopen(): void {
    void identity.look();
    void this.#table.refresh(this.#table.hotseat.since());
  }

  #set(wire: Wire): void {
    if (wire === this.wire) return;
    this.wire = wire;
    clearTimeout(this.#timer);
    if (wire === "lost") this.#timer = setTimeout(() => (this.isStale = true), STALE_AFTER);
    else this.#recover();
  }

  #recover(): void {
    if (this.isStale) notices.show(t("wire.back"));
    this.isStale = false;
  }

  /** Stop listening for good. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#stop?.();
  }
}
