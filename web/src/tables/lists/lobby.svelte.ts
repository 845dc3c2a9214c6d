/** The lobby's data, and opening tables from it. */
import { api, Unreachable } from "../../api/client";
import { identity } from "../../api/identity.svelte";
import { freshKey } from "../../api/key";
import type {
  GameInfo,
  Me,
  OpenTable,
  Options,
  PresetInfo,
  SeatWish,
  TableRow,
  Tables,
  Time,
} from "../../api/protocol";
import { now } from "../../lib/now";
import { bring } from "../../lib/play/dice";
import { store, stored } from "../../lib/storage";
import { attempt, explain, notices } from "../../state/notices.svelte";
import { route, tablePath } from "../../state/route.svelte";
import { t } from "../../state/words.svelte";
import { whileVisible } from "./visible";

const BOT = "honjin.bot";
const GAME = "honjin.game";
/** How often the tables are fetched while the lobby is visible, in milliseconds. */
const EVERY = 8000;

/** The company at a table opened with one click. */
export type Way = "bot" | "local" | "friend";

/** The requirements for joining a table, and whether it is rated. */
export type Asks = Pick<OpenTable, "rated" | "strength" | "members" | "honours">;

/** The seats of a table opened in some way, with the user on one of them. */
export function wishes(way: Way, seats: number, bot: string, own = 0): SeatWish[] {
  return Array.from({ length: seats }, (_, n): SeatWish => {
    if (n === own || way === "local") return { kind: "me" };
    return way === "bot" ? { kind: "bot", bot } : { kind: "open" };
  });
}

class Lobby {
  games = $state.raw<GameInfo[]>();
  tables = $state.raw<Tables>({ tables: [], yours: [] });
  /** The reason why the lobby could not be loaded. */
  problem = $state<string>();
  opening = $state(false);
  /** The time to which "… ago" refers. */
  now = $state(now());
  bot = $state(stored(BOT) ?? "");
  #game = $state(stored(GAME) ?? "");

  #loading = false;
  #key = freshKey();

  /** The user, once known. */
  get me(): Me | undefined {
    return identity.me;
  }

  /** Load everything, unless already loading; the present data stays meanwhile. */
  async load(): Promise<void> {
    if (this.#loading) return;
    this.#loading = true;
    try {
      await api.me();
      [this.games, this.tables] = await Promise.all([this.games ?? api.games(), api.tables()]);
      this.now = now();
      this.problem = undefined;
    } catch (error) {
      this.problem = error instanceof Unreachable ? t("lobby.unreached") : explain(error);
    } finally {
      this.#loading = false;
    }
  }

  /** Load now, and regularly while the page is visible, until the returned function is called. */
  watch(): () => void {
    return whileVisible(() => this.load(), EVERY);
  }

  /** The game chosen last, else the first one. */
  game = $derived(this.games?.find(({ key }) => key === this.#game) ?? this.games?.[0]);

  chooseGame(key: string): void {
    this.#game = key;
    store(GAME, key);
  }

  /** The bot chosen last, else the second weakest: they are listed by strength. */
  botFor({ bots }: { bots: readonly string[] }): string {
    return bots.includes(this.bot) ? this.bot : (bots[1] ?? bots[0] ?? "");
  }

  chooseBot(bot: string): void {
    this.bot = bot;
    store(BOT, bot);
  }

  /** Open a table of a preset and go there; one for a friend is unlisted, and seats are by lot. */
  async start(game: GameInfo, preset: PresetInfo, way: Way): Promise<void> {
    const own = way === "friend" ? Math.floor(Math.random() * preset.seats) : 0;
    await attempt(
      this.open(
        game.key,
        preset.options,
        wishes(way, preset.seats, this.botFor(preset), own),
        way === "friend",
      ),
    );
  }

  /** Open a table and go there; a refusal is thrown. */
  async open(
    game: string,
    options: Options,
    seats: SeatWish[],
    isPrivate: boolean,
    casual?: boolean,
    coach = false,
    time?: Time,
    asks: Asks = {},
  ): Promise<void> {
    if (this.opening) return;
    this.opening = true;
    try {
      const made = await api.open({
        game,
        options,
        seats,
        own_nonce: true,
        private: isPrivate,
        ...(casual !== undefined && { casual }),
        coach,
        ...(time && { time }),
        ...asks,
        key: this.#key,
      });
      this.#key = freshKey();
      route.go(tablePath(made.id));
    } finally {
      this.opening = false;
    }
  }

  /** Take the first empty seat of a table and go there; someone else may have been quicker. */
  async sit(row: TableRow): Promise<void> {
    if (this.opening) return;
    this.opening = true;
    const seat = row.seats.findIndex((one) => one.kind === "empty" && (!one.name || one.you));
    try {
      const { dice } = await api.view(row.id, undefined);
      await api.do(row.id, "sit", { seat, nonce: bring(row.id, dice.commit).nonce });
      route.go(tablePath(row.id));
    } catch (error) {
      notices.problem(error);
      void this.load();
    } finally {
      this.opening = false;
    }
  }

  /** Open a table from a record and go there; a refusal is thrown. */
  async importRecord(record: string): Promise<void> {
    const made = await api.importRecord(record, this.#key);
    this.#key = freshKey();
    route.go(tablePath(made.id));
  }
}

export const lobby = new Lobby();
