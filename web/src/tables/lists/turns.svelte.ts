/** The tables that wait for the user, on every page; the longest waiting comes first. */
import { api } from "../../api/client";
import type { TableRow } from "../../api/protocol";
import { badge } from "../../state/app.svelte";
import { courtesy } from "../../state/notices.svelte";
import { route, tablePath } from "../../state/route.svelte";
import { whileVisible } from "./visible";

const EVERY = 20_000;

class Turns {
  rows = $state.raw<readonly TableRow[]>([]);

  async look(): Promise<void> {
    const found = await courtesy(api.turns());
    if (!found) return;
    this.rows = found.turns;
    badge(found.turns.length);
  }

  /** Check now and regularly while the page is visible, until the returned function is called. */
  watch(again = true): () => void {
    return whileVisible(() => this.look(), again ? EVERY : undefined);
  }

  /** The tables that wait, except the one being viewed. */
  others = (id?: string): readonly TableRow[] => this.rows.filter((row) => row.id !== id);

  /** Go to the table that has waited longest; true if there is one. */
  next(id?: string): boolean {
    const row = this.others(id)[0];
    if (row) route.go(tablePath(row.id));
    return row !== undefined;
  }
}

export const turns = new Turns();
