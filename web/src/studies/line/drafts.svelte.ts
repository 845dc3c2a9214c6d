/** Words of comments that the server does not have yet: this browser keeps them until it has. */
import { store, storedJson, storedKeys, unstore } from "../../lib/storage";

export interface Place {
  chapter: number;
  node: number;
}
/** What was written for a position, and the comment that it began from. */
export interface Words extends Place {
  was: string;
  text: string;
}

const areWords = (thing: unknown): thing is Words => {
  const { chapter, node, was, text } = (thing ?? {}) as Partial<Record<keyof Words, unknown>>;
  const isPlace = typeof chapter === "number" && typeof node === "number";
  return isPlace && typeof was === "string" && typeof text === "string";
};
const isAt = (words: Place, { chapter, node }: Place): boolean =>
  words.chapter === chapter && words.node === node;

export class Drafts {
  /** What this page knows of: it lasts as long as the page where the browser stores nothing. */
  list = $state.raw<readonly Words[]>([]);
  readonly #prefix: string;

  /** Those of one author: on a shared device nobody is shown another's. */
  constructor(study: string, author: string) {
    this.#prefix = `honjin.note.${author}.${study}.`;
    this.list = storedKeys(this.#prefix).map(storedJson).filter(areWords);
  }

  #key = ({ chapter, node }: Place): string => `${this.#prefix}${chapter}.${node}`;

  /** The words for a position, perhaps from another window. */
  at(place: Place): Words | undefined {
    const found = storedJson(this.#key(place));
    return areWords(found) ? found : this.list.find((one) => isAt(one, place));
  }

  keep(words: Words): void {
    this.list = [...this.list.filter((one) => !isAt(one, words)), words];
    store(this.#key(words), JSON.stringify(words));
  }

  /** Forget the words for a position; given a text, only if they are still that. */
  drop(place: Place, text?: string): void {
    const mine = this.list.find((one) => isAt(one, place));
    if (!mine || (text !== undefined && mine.text.trim() !== text)) return;
    this.list = this.list.filter((one) => one !== mine);
    unstore(this.#key(place));
  }
}
