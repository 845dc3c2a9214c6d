/** The step in a table's address: for a reload, for the way back, and for a link that is shared. */
import { untrack } from "svelte";
import { ADDRESS_PAUSE, route, stepPath, tablePath } from "../../state/route.svelte";
import type { TableState } from "./table.svelte";

/** The step that an address names; undefined for the present. */
export function stepOf(search: string): number | undefined {
  const found = /^\d{1,6}$/.exec(new URLSearchParams(search).get("step") ?? "");
  return found ? Number(found[0]) : undefined;
}

export class StepAddress {
  readonly #table: TableState;

  constructor(table: TableState) {
    this.#table = table;
  }

  #isShown = $derived.by(() => this.#table.view !== undefined);

  /** In an effect: go where the address says, once there is something to see, and after each link. */
  read(): void {
    void route.page;
    if (!this.#isShown || !this.#isHere) return;
    const { timeline } = this.#table;
    untrack(() => {
      const step = stepOf(location.search);
      if (step !== undefined || timeline.past) void timeline.look(step ?? timeline.lastStep);
    });
  }

  /** In an effect: have the address name the step that is shown, unless that is the present. */
  write(): (() => void) | undefined {
    void this.#table.timeline.past;
    if (!this.#isShown) return undefined;
    const timer = setTimeout(() => this.#name(), ADDRESS_PAUSE);
    return () => clearTimeout(timer);
  }

  #name(): void {
    const { id, timeline } = this.#table;
    const step = timeline.headed === timeline.lastStep ? undefined : timeline.headed;
    if (this.#isHere && step !== stepOf(location.search))
      history.replaceState(history.state, "", stepPath(id, step));
  }

  get #isHere(): boolean {
    return location.pathname === tablePath(this.#table.id);
  }
}
