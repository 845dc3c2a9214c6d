/** A search that is being put together. */
import type { BeginSearch, GameInfo, Options, Varied } from "../../../api/protocol";
import { keyOf } from "../varied";

export const MAX_THINGS = 24;
/** Not offered: it thinks by the clock. */
const SLOW = "shogun";

export class Wish {
  #varied = $state.raw<readonly Varied[]>([]);
  games = $state(600);
  proof = $state(200);
  within = $state(0.05);
  seed = $state(1);
  /** One bot for all seats, or one for each. */
  bot = $state("samurai");
  bots = $state.raw<readonly string[]>([]);
  isSeated = $state(false);

  constructor(
    readonly game: GameInfo,
    given: { bots?: readonly string[] } = {},
  ) {
    const [first = "", ...others] = given.bots ?? [];
    if (this.offered.includes(first)) this.bot = first;
    if (others.length > 0) [this.bots, this.isSeated] = [given.bots!, true];
  }

  get offered(): string[] {
    return this.game.bots.filter((bot) => bot !== SLOW);
  }

  get varied(): readonly Varied[] {
    return this.#varied;
  }

  /** Vary another thing, or the same one with other values. */
  add(...more: Varied[]): void {
    const names = new Set(more.map(keyOf));
    const others = this.#varied.filter((one) => !names.has(keyOf(one)));
    this.#varied = [...others, ...more].slice(0, MAX_THINGS);
  }

  drop(gone: Varied): void {
    this.#varied = this.#varied.filter((one) => one !== gone);
  }

  /** The values of an option that varies as such. */
  valuesOf(option: string): readonly (string | boolean)[] {
    return this.#varied.find((one) => keyOf(one) === option)?.values ?? [];
  }

  /** Vary an option as such with these values; with none it does not vary. */
  vary(option: string, values: readonly (string | boolean)[]): void {
    const others = this.#varied.filter((one) => keyOf(one) !== option);
    this.#varied = values.length > 0 ? [...others, { option, values: [...values] }] : others;
  }

  /** Things of a file that is no longer used do not vary. */
  forget(option: string): void {
    this.#varied = this.#varied.filter((one) => one.option !== option);
  }

  /** True if what is chosen can be asked for. */
  get isWhole(): boolean {
    return this.#varied.length > 0 && this.#varied.every(({ values }) => values.length > 1);
  }

  total(): number {
    return this.games + 2 * this.proof;
  }

  /** The bots as one text. */
  get lineup(): string {
    return this.isSeated ? this.bots.join(",") : this.bot;
  }

  asked(options: Options): BeginSearch {
    const { games, proof, within, seed } = this;
    const varied = [...this.#varied];
    return { game: this.game.key, options, varied, bots: this.lineup, games, proof, within, seed };
  }
}
