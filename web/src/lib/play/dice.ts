/**
 * Recomputes a table's draws in the browser, so that no one has to trust the server:
 *
 *     commit  = SHA-256(secret)
 *     message = "<nonce>,<nonce>,...|<n>|<attempt>"
 *     ticket  = HMAC-SHA256(secret, message) mod total, attempts at or above the largest
 *               multiple of total discarded
 */
import type { DiceInfo, DrawInfo } from "../../api/protocol";
import { store, storedJson } from "../storage";

const SPAN = 1n << 256n;

/** The result of a check: whether the secret matches the commitment, and each draw with our own value. */
export interface Checked {
  commit: boolean;
  draws: { draw: DrawInfo; ours: number }[];
}

/** True if this page may compute hashes; browsers allow it only on https and on localhost. */
export const canCheck = (): boolean => globalThis.crypto?.subtle !== undefined;

/** Check every draw of a table whose secret is known. */
export async function check(dice: DiceInfo): Promise<Checked> {
  const secret = dice.secret ?? "";
  const draws = [];
  for (const draw of dice.draws ?? []) {
    draws.push({ draw, ours: await ticket(secret, dice.nonces, draw.n, draw.total) });
  }
  return { commit: (await commitment(secret)) === dice.commit, draws };
}

/** The SHA-256 of a secret, both in hex. */
export async function commitment(secret: string): Promise<string> {
  return hex(await crypto.subtle.digest("SHA-256", bytes(secret)));
}

/** Draw `n` of a table: a number from 0 to total - 1. */
export async function ticket(
  secret: string,
  nonces: string[],
  n: number,
  total: number,
): Promise<number> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", bytes(secret), algorithm, false, ["sign"]);
  const limit = SPAN - (SPAN % BigInt(total));
  for (let attempt = 0; ; attempt++) {
    const message = new TextEncoder().encode(`${nonces.join(",")}|${n}|${attempt}`);
    const value = BigInt(`0x${hex(await crypto.subtle.sign("HMAC", key, message))}`);
    if (value < limit) return Number(value % BigInt(total));
  }
}

// ---------------------------------------------------------------- what this browser contributed

/** The commitment that this browser saw first at a table, and the nonce it made afterwards. */
export interface Own {
  table: string;
  commit: string;
  nonce: string;
}

const KEY = "honjin.nonces";
const MAX_OWN = 60;

/** What this browser contributed to a table, if anything. */
export const ownOf = (table: string): Own | undefined =>
  readOwn().find((one) => one.table === table);

/** Its contribution to a table whose commitment it has just seen: made once, then stored. */
export function bring(table: string, commit: string): Own {
  const known = ownOf(table);
  if (known) return known;
  const own = { table, commit, nonce: freshNonce() };
  store(KEY, JSON.stringify([...readOwn(), own].slice(-MAX_OWN)));
  return own;
}

function readOwn(): Own[] {
  const found = storedJson(KEY);
  return Array.isArray(found) ? found.filter(isOwn) : [];
}

function isOwn(thing: unknown): thing is Own {
  if (typeof thing !== "object" || thing === null) return false;
  const { table, commit, nonce } = thing as Record<string, unknown>;
  return [table, commit, nonce].every((text) => typeof text === "string");
}

/** A nonce: 128 bits from the browser's own generator, in hex. */
export function freshNonce(): string {
  return hex(crypto.getRandomValues(new Uint8Array(16)).buffer);
}

function bytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

function hex(buffer: ArrayBuffer): string {
  return [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
