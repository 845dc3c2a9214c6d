/** The ratings of the players at a table, and whether its game is rated; fetched apart from the views. */
import { api } from "../../api/client";
import type { SeatPerson, TablePeople, View } from "../../api/protocol";
import { pause } from "../../lib/waiting";
import { courtesy } from "../../state/notices.svelte";

/** A finished game is rated a moment after its end: the delays of further requests. */
const MAX_TRIES = 5;
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

  /** Ask again when the players change, the game begins or ends, or moves are taken back. */
  async onShow(view: View): Promise<void> {
    const holders = view.seats.map(({ kind, name, bot }) => [kind, name, bot]);
    const now = JSON.stringify([view.status, holders, view.takeback?.by]);
    if (now === this.#known) return;
    this.#known = now;
    for (let n = 0; n < MAX_TRIES && now === this.#known; n++) {
      const found = await courtesy(api.people(this.#id));
      if (!found || now !== this.#known) return;
      this.found = found;
      if (view.status !== "over" || found.kept) return;
      await pause(SOON * 2 ** n);
    }
  }
}
