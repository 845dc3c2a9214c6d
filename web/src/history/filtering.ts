/** Changes of a filter that wait until the user has stopped typing. */
import { changed, type Field, type Filter } from "./filter";

export interface FilteringPort {
  /** The filter in use. */
  readonly filter: Filter;
  use(filter: Filter): void;
}

export class Filtering {
  readonly #port: FilteringPort;
  /** The filter with all changes that wait. */
  #next: Filter | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(port: FilteringPort) {
    this.#port = port;
  }

  /** Change a field, and use the filter after `patience` milliseconds without another change. */
  change(field: Field, value: string, patience = 0): void {
    const next = changed(this.#next ?? this.#port.filter, field, value);
    this.drop();
    this.#next = next;
    this.#timer = setTimeout(() => {
      this.#next = undefined;
      this.#port.use(next);
    }, patience);
  }

  /** Forget what waits. */
  drop(): void {
    clearTimeout(this.#timer);
    this.#next = undefined;
  }
}
