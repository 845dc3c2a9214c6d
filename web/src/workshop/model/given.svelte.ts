/** The options on which the figures of a desk depend: their values, kept in this browser. */
import type { DeskPage, GameInfo, OptionInfo, Options, Problem, Say } from "../../api/protocol";
import { store, stored } from "../../lib/storage";

type Value = Options[string];
/** A value that is not the default one; a file has a name. */
interface One {
  value: Value;
  name?: string;
}
/** Why a value cannot be used: in the game's words, or else in the server's, in English. */
export interface RefusedValue {
  option: string;
  name: string;
  technical: string;
  say?: Say;
}

export const givenKey = (game: string, desk: string): string => `honjin.given.${game}.${desk}`;

const isOne = (thing: unknown): thing is One => {
  if (typeof thing !== "object" || thing === null || !("value" in thing)) return false;
  const isNamed = !("name" in thing) || typeof thing.name === "string";
  return isNamed && ["string", "boolean"].includes(typeof thing.value);
};

/** The values in a stored string, of these options; what is invalid is left out. */
export function readGiven(
  text: string | null,
  options: readonly OptionInfo[],
): Record<string, One> {
  let found: unknown;
  try {
    found = JSON.parse(text ?? "null");
  } catch {
    return {};
  }
  if (typeof found !== "object" || found === null) return {};
  const stored = new Map(Object.entries(found));
  const fits = ({ default: usual, values = [], file }: OptionInfo, one: unknown): boolean =>
    isOne(one) &&
    typeof one.value === typeof usual &&
    one.value !== usual &&
    (typeof usual === "boolean" || Boolean(file) || values.includes(String(one.value)));
  return Object.fromEntries(
    options
      .filter((option) => fits(option, stored.get(option.key)))
      .map(({ key }) => [key, stored.get(key) as One]),
  );
}

export class Given {
  readonly options: readonly OptionInfo[];
  readonly #key: string;
  #ones = $state.raw<Record<string, One>>({});
  /** The values that are not the default ones; the same object until one changes. */
  values = $state.raw<Options>({});
  refused = $state.raw<RefusedValue>();

  constructor(game: GameInfo, desk: DeskPage) {
    this.#key = givenKey(game.key, desk.key);
    this.options = (desk.depends_on ?? []).flatMap((key) =>
      game.options.filter((option) => option.key === key),
    );
    if (this.options.length > 0) this.#are(readGiven(stored(this.#key), this.options));
  }

  valueOf = ({ key, default: usual }: OptionInfo): Value => this.#ones[key]?.value ?? usual;

  /** The name of the file that is the value of an option. */
  fileOf = ({ key }: OptionInfo): string | undefined => this.#ones[key]?.name;

  /** Give an option a value; a file with its name. */
  give({ key, default: usual }: OptionInfo, value: Value, name?: string): void {
    const { [key]: _, ...others } = this.#ones;
    const one = name === undefined ? { value } : { value, name };
    this.refused = undefined;
    this.#become(value === usual ? others : { ...others, [key]: one });
  }

  /** Take back a value that the server refused; false if the refusal is about something else. */
  refuse({ option = "", detail = "", say }: Problem): boolean {
    const { [option]: refused, ...others } = this.#ones;
    if (!refused) return false;
    const why = say ? { technical: "", say } : { technical: detail };
    this.refused = { option, name: refused.name ?? "", ...why };
    this.#become(others);
    return true;
  }

  #are(ones: Record<string, One>): void {
    this.#ones = ones;
    this.values = Object.fromEntries(Object.entries(ones).map(([key, { value }]) => [key, value]));
  }

  #become(ones: Record<string, One>): void {
    this.#are(ones);
    // If the browser stores nothing, the values hold until the page is left.
    store(this.#key, JSON.stringify(ones));
  }
}
