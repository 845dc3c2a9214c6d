/** An answer that a page needs before it can be shown. */
import { Refused } from "../../api/client";
import { explain } from "../../state/notices.svelte";

export class Asked<T> {
  /** The last answer. */
  found = $state.raw<T>();
  #error = $state.raw<unknown>();
  problem = $derived(this.#error === undefined ? "" : explain(this.#error));
  /** True if there is nothing at this address. */
  isMissing = $derived(this.#error instanceof Refused && this.#error.problem.status === 404);

  /** Ask at once, and again when what the request depends on changes. */
  constructor(readonly request: () => Promise<T>) {
    $effect(() => void this.load());
  }

  load = async (): Promise<void> => {
    try {
      this.found = await this.request();
      this.#error = undefined;
    } catch (error) {
      this.#error = error;
    }
  };

  /** Ask again every so many milliseconds while the page is seen and `goesOn` holds. */
  repeat(every: number, goesOn: () => boolean): void {
    $effect(() => {
      if (!goesOn()) return;
      const timer = setInterval(() => void (document.hidden || this.load()), every);
      return () => clearInterval(timer);
    });
  }
}
