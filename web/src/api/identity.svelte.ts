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

const same = (one: Me, other: Me): boolean => one.id === other.id;

class Identity {
  /** The user to whom this page belongs, once known. */
  me = $state.raw<Me>();
  /** Whom the browser now belongs to instead: what the page shows is outdated then. */
  other = $state.raw<Me>();
  #channel: BroadcastChannel | undefined;

  /** Listen to the other windows. `ask` says whose the browser is now. */
  watch(ask: () => Promise<Me>): void {
    this.#channel = open();
    this.#channel?.addEventListener("message", ({ data }: MessageEvent<Me>) => {
      void this.#hear(data, ask);
    });
    // A page that the browser had put aside has heard nothing meanwhile.
    addEventListener("pageshow", ({ persisted }) => {
      if (persisted && this.me) void this.#look(ask);
    });
  }

  /** The user of this page, by the server's answer or by the user's own action. */
  learn(me: Me): void {
    [this.me, this.other] = [me, undefined];
    this.#channel?.postMessage(me);
  }

  async #hear(told: Me, ask: () => Promise<Me>): Promise<void> {
    if (!this.me) return;
    // Another name of the same user is no other user. Of two windows that differ the server knows best.
    if (!same(told, this.me)) await this.#look(ask);
    else [this.me, this.other] = [told, undefined];
  }

  async #look(ask: () => Promise<Me>): Promise<void> {
    const found = await ask().catch(() => undefined);
    if (!found || !this.me) return;
    if (same(found, this.me)) [this.me, this.other] = [found, undefined];
    else this.other = found;
  }
}

export const identity = new Identity();
