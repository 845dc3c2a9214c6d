/** Looking for an opponent in a pool, and going to the table that was found. */
import { findingApi } from "../api/finding";
import type { PoolInfo, Seeking } from "../api/protocol";
import { store, stored } from "../lib/storage";
import { listen } from "../api/wire";
import { attempt, courtesy, notices } from "../state/notices.svelte";
import { route, tablePath } from "../state/route.svelte";
import { t } from "../state/words.svelte";

const KEPT = "honjin.seek";
const BOTS = "honjin.seek.bots";
/** How many seconds people wait before bots take the free seats. */
export const PATIENCE = 30;

class SeekingState {
  pools = $state.raw<readonly PoolInfo[]>([]);
  now = $state.raw<Seeking>({});
  withBots = $state(stored(BOTS) === "1");
  /** The pool chosen last. */
  last = $state(stored(KEPT) ?? "");
  #stop: (() => void) | undefined;
  #asking = false;

  get active(): boolean {
    return !!this.now.pool;
  }
  pool = $derived(this.pools.find((one) => one.key === this.now.pool));

  /** The people waiting; while the user is one of them, the page keeps listening. */
  async look(): Promise<void> {
    const found = await courtesy(findingApi.pools());
    if (!found) return;
    this.pools = found.pools;
    if (found.seeking.pool && !this.#stop) this.#take(found.seeking);
  }

  poolsOf = (game: string, preset: string): readonly PoolInfo[] =>
    this.pools.filter((one) => one.game === game && one.preset === preset);

  async start(pool: string): Promise<void> {
    if (this.#asking) return;
    this.#asking = true;
    this.last = pool;
    store(KEPT, pool);
    const found = await attempt(findingApi.seek(pool, this.withBots ? PATIENCE : undefined));
    this.#asking = false;
    if (found) await this.#took(found);
  }

  async stop(): Promise<void> {
    const found = await attempt(findingApi.stop());
    if (found) await this.#took(found);
  }

  /** One key: stop looking, or look in the last pool. */
  async toggle(): Promise<void> {
    if (this.active) return this.stop();
    if (this.pools.length === 0) await this.look();
    const pool = this.pools.find((one) => one.key === this.last) ?? this.pools[0];
    if (pool) await this.start(pool.key);
  }

  chooseBots(wanted: boolean): void {
    this.withBots = wanted;
    store(BOTS, wanted ? "1" : "");
  }

  // Those who wait are counted anew: the user has come to them, or left them.
  async #took(told: Seeking): Promise<void> {
    this.#take(told);
    await this.look();
  }

  #take(told: Seeking): void {
    const before = this.now;
    this.now = told;
    if (told.table && told.table !== before.table) {
      notices.show(t("pool.found"));
      route.go(tablePath(told.table));
    } else if (before.table && told.pool && !told.table) {
      notices.show(t("pool.missed"));
      if (route.page.name === "table" && route.page.id === before.table) route.go("/");
    }
    if (!told.pool) this.#close();
    else this.#stop ??= listen(findingApi.seekEvents, "seeking", (one: Seeking) => this.#take(one));
  }

  #close(): void {
    this.#stop?.();
    this.#stop = undefined;
  }
}

export const seeking = new SeekingState();
