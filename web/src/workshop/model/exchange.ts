/** Drafts of a person with an account: from and to the server, without either losing anything. */
import { outdated, Refused } from "../../api/client";
import { identity } from "../../api/identity.svelte";
import { draftApi } from "../../drafts/api";
import { begun, did } from "../../drafts/history";
import { whole } from "../../drafts/paint";
import { freeName, headsOf, newId, shelf, type Head } from "../../drafts/shelf";

/** A draft that was changed on two devices: `head` is this one's, beside the other. */
export interface Forked {
  from: Head;
  head: Head;
}

/** Send a draft as it is here; if another device has changed it since, keep both. */
export async function send(head: Head, owner: string): Promise<Forked | undefined> {
  const history = await shelf.steps(head.id);
  if (!history) return undefined;
  try {
    const { version } = await draftApi.keep(head, history.now);
    const now = (await shelf.heads()).find(({ id }) => id === head.id);
    // What was changed while it was sent is sent next.
    if (now) await shelf.mark({ ...now, owner, version, isSent: now.changed === head.changed });
    return undefined;
  } catch (error) {
    if (!(error instanceof Refused) || error.kind !== "stale-draft") throw error;
    return fork(head, owner);
  }
}

async function fork(from: Head, owner: string): Promise<Forked> {
  const history = (await shelf.steps(from.id))!;
  const name = freeName(from.name, await headsOf(owner, from.game, from.desk));
  const head = { ...from, id: newId(), name, owner, version: 0, isSent: false };
  await shelf.put(head, history);
  await fetched(from.id, owner);
  return { from, head };
}

/** Bring a draft as the server has it; what was here is a step back. */
async function fetched(id: string, owner: string): Promise<void> {
  const { draft, game, desk, name, version, changed } = await draftApi.get(id);
  const [drawn, history] = [whole(draft), await shelf.steps(id)];
  const head = { id, game, desk, name, owner, changed, version, isSent: true };
  await shelf.put(head, history ? did(history, drawn) : begun(drawn));
}

/** Bring what other devices have changed, and send what was changed here. */
export async function exchange(owner: string): Promise<Forked[]> {
  const { owner: now, drafts } = await draftApi.all();
  if (now !== owner) {
    void identity.look();
    throw outdated();
  }
  const there = new Map(drafts.map((row) => [row.id, row]));
  const here = await headsOf(owner);
  const known = new Set(here.map(({ id }) => id));
  const forked: Forked[] = [];
  for (const head of here) {
    const row = there.get(head.id);
    if (!head.isSent) {
      const found = await send(head, owner);
      if (found) forked.push(found);
    } else if (!row) await shelf.drop(head.id);
    else if (row.version !== head.version) await fetched(head.id, owner);
  }
  for (const id of there.keys()) if (!known.has(id)) await fetched(id, owner);
  return forked;
}
