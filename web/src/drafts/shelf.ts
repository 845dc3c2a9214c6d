/**
 * The drafts of this browser, with the steps that can be undone. They lie in IndexedDB, since all of
 * its plain storage is smaller than the steps of one map.
 */
import { api } from "../api/client";
import { now } from "../lib/now";
import { stored, storedJson, storedKeys, unstore } from "../lib/storage";
import { w } from "./words";
import { begun, type History } from "./history";
import { readDraft } from "./kept";
import type { Drawn } from "./paint";

/** A draft without its drawing. */
export interface Head {
  id: string;
  game: string;
  desk: string;
  name: string;
  /** The account that it belongs to; none if nobody was logged in. */
  owner: string;
  /** When it was last changed, in milliseconds since 1970; 0 if it is not stored yet. */
  changed: number;
  /** Its last version that the server had; 0 if it never had one. */
  version: number;
  /** True if the server has it as it is here. */
  isSent: boolean;
}

/** What can be undone at a draft, and its drawing. */
export type Steps = History<Drawn>;

const HEADS = "heads";
const STEPS = "steps";
let opened: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((found, failed) => {
    const asked = indexedDB.open("honjin.drafts", 1);
    asked.onupgradeneeded = () => {
      asked.result.createObjectStore(HEADS, { keyPath: "id" });
      asked.result.createObjectStore(STEPS);
    };
    asked.onsuccess = () => found(asked.result);
    asked.onerror = () => failed(asked.error ?? new Error("no database"));
  }).catch((error: unknown) => {
    opened = undefined;
    throw error;
  });
  return opened;
}

async function within<T>(
  mode: IDBTransactionMode,
  work: (heads: IDBObjectStore, steps: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const all = (await open()).transaction([HEADS, STEPS], mode);
  return new Promise((done, failed) => {
    const request = work(all.objectStore(HEADS), all.objectStore(STEPS));
    all.oncomplete = () => done(request.result);
    all.onabort = () => failed(all.error ?? new Error("no room"));
    // The page may be left right after a stroke.
    if (mode === "readwrite") all.commit();
  });
}

export const shelf = {
  /** The drafts of all desks, the last changed first. */
  heads: async (): Promise<Head[]> => {
    await adopt();
    const found = await within<Head[]>("readonly", (heads) => heads.getAll());
    return found.sort((one, other) => other.changed - one.changed);
  },
  steps: async (id: string): Promise<Steps | undefined> =>
    within<Steps | undefined>("readonly", (_, steps) => steps.get(id)),
  put: async (head: Head, history: Steps): Promise<void> => {
    await within("readwrite", (heads, steps) => {
      heads.put(head);
      return steps.put(history, head.id);
    });
  },
  /** Store what else is known of a draft; its drawing stays. */
  mark: async (head: Head): Promise<void> => {
    await within("readwrite", (heads) => heads.put(head));
  },
  drop: async (id: string): Promise<void> => {
    await within("readwrite", (heads, steps) => {
      heads.delete(id);
      return steps.delete(id);
    });
  },
};

/** The drafts of a desk, or of all, that a person sees: one's own, and those of nobody. */
export async function headsOf(owner: string, game?: string, desk?: string): Promise<Head[]> {
  return (await shelf.heads()).filter(
    (head) =>
      isOf(owner, head) && (game === undefined || (head.game === game && head.desk === desk)),
  );
}

/** The account that uses this browser; none for guests, or without an answer. */
export async function ownerHere(): Promise<string> {
  const me = await api.me().catch(() => undefined);
  return me?.account ? me.id : "";
}

const EARLIER = "honjin.draft.";
const EARLIER_ASIDE = "honjin.aside.";

/** A desk had one draft once, in the plain storage, and beside it those that it could not open. */
async function adopt(): Promise<void> {
  for (const key of storedKeys(EARLIER)) {
    const drawn = readDraft(stored(key));
    if (!drawn) continue;
    await shelf.put(earlier(key.slice(EARLIER.length)), begun(drawn));
    unstore(key); // not before: rather two of it, if two windows look at once, than none
  }
  for (const key of storedKeys(EARLIER_ASIDE)) {
    const found = storedJson(key);
    const texts = Array.isArray(found) ? found.map(String) : [];
    const drafts = texts.map(readDraft);
    if (drafts.some((drawn) => !drawn)) continue;
    for (const drawn of drafts)
      await shelf.put(earlier(key.slice(EARLIER_ASIDE.length)), begun(drawn!));
    unstore(key);
  }
}

function earlier(key: string): Head {
  const [game = "", desk = ""] = key.split(".");
  const rest = { owner: "", changed: now(), version: 0, isSent: false };
  return { id: newId(), game, desk, name: w("workshop.draft.earlier"), ...rest };
}

/** The id of a new draft. */
export const newId = (): string => crypto.randomUUID().replaceAll("-", "").slice(0, 24);

/** A name that no other draft of the desk has: `Biwa`, `Biwa 2`. */
export function freeName(name: string, heads: readonly Head[]): string {
  const taken = new Set(heads.map((one) => one.name));
  for (let n = 1; ; n++) {
    const next = n === 1 ? name : `${name} ${n}`;
    if (!taken.has(next)) return next;
  }
}

/** True if a draft is shown to a person: one's own, and those of nobody. */
export const isOf = (owner: string, head: Head): boolean => ["", owner].includes(head.owner);

/** A draft that was drawn elsewhere, as a new one of this browser. */
export async function add(
  head: Pick<Head, "game" | "desk" | "name" | "owner">,
  drawn: Drawn,
): Promise<void> {
  const name = freeName(head.name, await headsOf(head.owner, head.game, head.desk));
  const rest = { id: newId(), changed: now(), version: 0, isSent: false };
  await shelf.put({ ...head, ...rest, name }, begun(drawn));
}
