/** The ratings of those who sit at a table, and whether its game counts; it comes beside the views. */
import { api } from "../../api/client";
import type { SeatPerson, TablePeople, View } from "../../api/protocol";
import { pause } from "../../lib/waiting";
import { courtesy } from "../../state/notices.svelte";

/** A finished game is rated a moment after its end: so often it is asked again, ever later. */
const MOST_TRIES = 5;
const SOON = 300;

export class People {
  found = $state.raw<TablePeople>();
  readonly #id: string;
  #known = "";

  constructor(id: string) {
    this.#id = id;
  }

  seat(seat: number | undefined): SeatPerson | undefined {
    return seat === undefined ? undefined : this.found?.seats[seat];
  }

  /** Ask anew where others sit here than before, the game has begun or ended, or moves go back. */
  async onShow(view: View): Promise<void> {
    const holders = view.seats.map(({ kind, name, bot }) => [kind, name, bot]);
    const now = JSON.stringify([view.status, holders, view.takeback?.by]);
    if (now === this.#known) return;
    this.#known = now;
    for (let n = 0; n < MOST_TRIES && now === this.#known; n++) {
      const found = await courtesy(api.people(this.#id));
      if (!found || now !== this.#known) return;
      this.found = found;
      if (view.status !== "over" || found.kept) return;
      await pause(SOON * 2 ** n);
    }
  }
}
