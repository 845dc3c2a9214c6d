/** The moderators' page: the user's powers there, and their actions. */
import { houseApi } from "../people/others/api";
import { api, Refused } from "../api/client";
import type { GameInfo, House } from "../api/protocol";
import { account } from "../people/account/account.svelte";
import { courtesy, explain, notices } from "../state/notices.svelte";
import { t } from "../state/words.svelte";

class HouseState {
  data = $state.raw<House>();
  /** For the games' names; empty until loaded. */
  games = $state.raw<readonly GameInfo[]>([]);
  problem = $state<string>();
  /** For everyone else the page does not exist. */
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

  /** Do something; if the last login is too old, do it after a new one. */
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
