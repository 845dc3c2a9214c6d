/**
 * Recomputes a table's draws in the browser, so that nobody has to trust the server:
 *
 *     commit  = SHA-256(secret)
 *     message = "<nonce>,<nonce>,...|<n>|<attempt>"
 *     ticket  = HMAC-SHA256(secret, message) mod total, attempts at or above the largest
 *               multiple of total thrown away
 */
import type { DiceInfo, DrawInfo } from "./protocol";

const SPAN = 1n << 256n;

/** What a check found: whether the secret is the promised one, and each draw beside our own. */
export interface Checked {
  commit: boolean;
  draws: { draw: DrawInfo; ours: number }[];
}

/** Whether this page may compute hashes; browsers allow it on https and on the own machine only. */
export const canCheck = (): boolean => globalThis.crypto?.subtle !== undefined;

/** Check everything that was drawn at a table whose secret is known. */
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
export async function ticket(secret: string, nonces: string[], n: number, total: number): Promise<number> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", bytes(secret), algorithm, false, ["sign"]);
  const limit = SPAN - (SPAN % BigInt(total));
  for (let attempt = 0; ; attempt++) {
    const message = new TextEncoder().encode(`${nonces.join(",")}|${n}|${attempt}`);
    const value = BigInt(`0x${hex(await crypto.subtle.sign("HMAC", key, message))}`);
    if (value < limit) return Number(value % BigInt(total));
  }
}

function bytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

function hex(buffer: ArrayBuffer): string {
  return [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
