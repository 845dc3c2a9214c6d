/** Whom the user has muted or blocked. Fetched once, when first needed. */
import { api } from "../../api/client";
import { orderApi } from "./api";
import type { Hidden, HiddenPerson, HidePerson, SuspensionInfo } from "../../api/protocol";
import { attempt, courtesy } from "../../state/notices.svelte";

class Hides {
  people = $state.raw<readonly HiddenPerson[]>([]);
  /** The user's own id; users cannot hide themselves. */
  me = $state("");
  /** The user's suspensions when the page was opened. */
  suspended = $state.raw<readonly SuspensionInfo[]>([]);
  #asked = false;

  /** Find out who the user is. */
  async meet(): Promise<void> {
    const found = await courtesy(api.me());
    this.me = found?.id ?? "";
    this.suspended = found?.suspended ?? [];
  }

  /** Fetch them, if not known yet. */
  async know(): Promise<void> {
    if (this.#asked) return;
    this.#asked = true;
    const found = await courtesy(orderApi.hides());
    if (found) this.people = found.people;
    else this.#asked = false;
  }

  /** How a person is hidden at a table, or everywhere. */
  of(who: string, table?: string): HiddenPerson | undefined {
    return this.people.find((one) => one.who === who && (!one.table || one.table === table));
  }

  hide = (wish: HidePerson): Promise<boolean> => this.#change(orderApi.hide(wish));
  show = (who: string, table?: string): Promise<boolean> => this.#change(orderApi.show(who, table));

  async #change(asked: Promise<Hidden>): Promise<boolean> {
    const found = await attempt(asked);
    if (found) this.people = found.people;
    return found !== undefined;
  }
}

export const hides = new Hides();
