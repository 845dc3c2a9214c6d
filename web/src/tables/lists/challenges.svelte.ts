/** What waits for the user: challenges, and games that wait for the user to come. */
import { findingApi } from "../../api/finding";
import type { Challenge, Challenges } from "../../api/protocol";
import { now } from "../../lib/now";
import { lobby } from "./lobby.svelte";
import { attempt, courtesy } from "../../state/notices.svelte";
import { route, tablePath } from "../../state/route.svelte";
import { api } from "../../api/client";
import { bring } from "../../lib/play/dice";
import { whileVisible } from "./visible";

const EVERY = 10_000;

class Calls {
  found = $state.raw<Challenges>({ received: [], sent: [] });
  now = $state(now());

  async look(): Promise<void> {
    const found = await courtesy(findingApi.challenges());
    if (!found) return;
    this.found = found;
    this.now = now();
  }

  /** Check regularly while the page is visible, until the returned function is called. */
  watch(): () => void {
    return whileVisible(() => this.look(), EVERY);
  }

  async accept(one: Challenge): Promise<void> {
    const view = await attempt(api.view(one.id, undefined));
    if (!view) return;
    const nonce = bring(one.id, view.dice.commit).nonce;
    const sat = await attempt(api.do(one.id, "sit", { seat: one.seat, nonce }));
    if (sat) route.go(tablePath(one.id));
    else await this.look();
  }

  /** Decline a challenge received, or withdraw one sent. */
  async drop(one: Challenge): Promise<void> {
    await attempt(api.do(one.id, "decline", { seat: one.seat }));
    await this.look();
    void lobby.load();
  }
}

export const calls = new Calls();
