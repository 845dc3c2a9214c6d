/** The formations stored in this browser, and setting one up at a table. */
import { armyOf, shortest, type Change } from "../../../lib/play/arrangement";
import { complete } from "../../../lib/play/choose";
import {
  readKept,
  renamed,
  withOne,
  without,
  type Kept,
  type NoRoom,
} from "../../../lib/play/kept";
import type { Doable } from "../../../api/protocol";
import { store, stored } from "../../../lib/storage";
import { pause } from "../../../lib/waiting";
import { settings } from "../../../state/settings.svelte";
import type { TableState } from "../../store/table.svelte";

const KEY = "honjin.arrangements";
/** How long each move is shown, in milliseconds. */
const BEAT = 90;

export type Trouble = NoRoom | "unkept";

class Arrangements {
  list = $state.raw<readonly Kept[]>([]);

  /** Read the storage again: another window may have changed it. */
  look(): void {
    this.list = readKept(stored(KEY));
  }

  add(one: Kept): Trouble | undefined {
    return this.#write(withOne(this.#now(), one));
  }

  rename(one: Kept, name: string): Trouble | undefined {
    return this.#write(renamed(this.#now(), one, name));
  }

  remove(one: Kept): Trouble | undefined {
    return this.#write(without(this.#now(), one));
  }

  #now(): readonly Kept[] {
    this.look();
    return this.list;
  }

  #write(kept: Kept[] | NoRoom): Trouble | undefined {
    if (typeof kept === "string") return kept;
    if (!store(KEY, JSON.stringify(kept))) return "unkept";
    this.list = kept;
    return undefined;
  }
}

export const arrangements = new Arrangements();

/** Make the moves to a formation one after another; false if one was impossible. */
export async function takeUp(table: TableState, one: Kept): Promise<boolean> {
  const arrange = table.view?.turn?.prompt.arrange;
  if (!arrange || !table.scene) return false;
  table.orders.working = true;
  try {
    for (const step of shortest(armyOf(table.scene, arrange), one.on, arrange.ready ?? {})) {
      const done = "verb" in step ? await make(table, step.verb) : await move(table, step);
      if (!done) return false;
      if (!settings.still) await pause(BEAT);
    }
    return true;
  } finally {
    table.orders.working = false;
  }
}

async function make(table: TableState, id: string): Promise<boolean> {
  const choice = complete(table.selection.choices, [id]);
  return choice !== undefined && table.selection.act(choice, [id]);
}

async function move(table: TableState, change: Change): Promise<boolean> {
  const lift = idsOf(table, change)
    .map((id) => complete(table.selection.choices, [id]))
    .find((found) => found?.lifts);
  if (!lift || !(await table.selection.act(lift, lift.path))) return false;
  const put = setting(table, change.to);
  if (put) return table.selection.act(put, put.path);
  // It goes back where it was, so that no piece is left in hand.
  const back = setting(table, lift.path[0]!);
  if (back) await table.selection.act(back, back.path);
  return false;
}

// The piece that a move lifts, and its space.
function idsOf(table: TableState, { sort, from }: Change): string[] {
  const sorts = table.view?.turn?.prompt.arrange?.sorts ?? {};
  const spaces = new Set((table.scene?.spaces ?? []).map((space) => space.id));
  const pieces = (table.scene?.pieces ?? []).filter((piece) => sorts[piece.id] === sort);
  const found = pieces.find((piece) =>
    from === undefined ? !spaces.has(piece.on) : piece.on === from,
  );
  return found ? [found.id, found.on] : [];
}

function setting(table: TableState, id: string): Doable | undefined {
  const found = complete(table.selection.choices, [id]);
  return found?.lifts ? undefined : found;
}
