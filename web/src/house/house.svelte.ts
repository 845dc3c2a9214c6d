/** The page of those who look after the house: what may be done there, and how something is done. */
import { houseApi } from "../api/order";
import { api, Refused } from "../api/client";
import type { GameInfo, House } from "../api/protocol";
import { account } from "../state/account.svelte";
import { courtesy, explain, notices } from "../state/notices.svelte";
import { t } from "../state/words.svelte";

class HouseState {
  data = $state.raw<House>();
  /** For their names; none until they are known. */
  games = $state.raw<readonly GameInfo[]>([]);
  problem = $state<string>();
  /** To everybody else there is no such page. */
  isUnknown = $state(false);

  async load(): Promise<void> {
    try {
      this.data = await houseApi.house();
      [this.problem, this.isUnknown] = [undefined, false];
      if (this.games.length === 0) this.games = (await courtesy(api.games())) ?? [];
    } catch (error) {
      this.isUnknown = error instanceof Refused && error.kind === "unknown-path";
      this.problem = explain(error);
    }
  }

  get isAdmin(): boolean {
    return this.data?.role === "admin";
  }

  /** Do something; where the last log-in is too long ago, after another one. */
  async act(work: () => Promise<unknown>): Promise<boolean> {
    const done = await account.do(async () => {
      await work();
      notices.show(t("house.done.said"));
    });
    if (done) await this.load();
    return done;
  }
}

export const house = new HouseState();
