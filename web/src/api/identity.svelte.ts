/** Who uses this browser, as all its windows know it: any of them may log in or out. */
import type { Me } from "./protocol";

/** How the windows of a browser tell each other; undefined where it lets them keep nothing. */
function open(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel("honjin.me");
  } catch {
    return undefined;
  }
}

const same = (one: Me, other?: Me): boolean => one.id === other?.id;
const alike = (one: Me, other: Me): boolean => JSON.stringify(one) === JSON.stringify(other);

class Identity {
  /** The user to whom this page belongs, once known. */
  me = $state.raw<Me>();
  /** Whom the browser now belongs to instead: what the page shows is outdated then. */
  other = $state.raw<Me>();
  #channel: BroadcastChannel | undefined;

  #ask: (() => Promise<Me>) | undefined;

  /** Listen to the other windows. `ask` says whose the browser is now. */
  watch(ask: () => Promise<Me>): void {
    this.#ask = ask;
    this.#channel = open();
    this.#channel?.addEventListener("message", ({ data }: MessageEvent<Me>) => {
      void this.#hear(data);
    });
    // A page that the browser had put aside has heard nothing meanwhile.
    addEventListener("pageshow", ({ persisted }) => void (persisted && this.look()));
  }

  /** The user of this page, by the server's answer or by the user's own action. */
  learn(me: Me): void {
    [this.me, this.other] = [me, undefined];
    this.#channel?.postMessage(me);
  }

  async #hear(told: Me): Promise<void> {
    if (!this.me) return;
    // Another name of the same user is no other user. Of two windows that differ the server knows best.
    if (!same(told, this.me)) await this.look();
    else this.#is(told);
  }

  /** Ask whose the browser is now; what the page does meanwhile is newer than the answer. */
  async look(): Promise<void> {
    const before = this.me;
    const found = before && (await this.#ask?.().catch(() => undefined));
    if (!found || this.me !== before) return;
    if (same(found, before)) this.#is(found);
    else if (!same(found, this.other)) {
      this.other = found;
      this.#channel?.postMessage(found);
    }
  }

  // The same user, perhaps under another name. Nothing follows where nothing has changed.
  #is(me: Me): void {
    this.other = undefined;
    if (this.me && !alike(me, this.me)) this.me = me;
  }
}

export const identity = new Identity();
