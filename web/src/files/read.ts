/**
 * Files as people have them. Every file that the user chooses is read here, and bounded before it
 * is parsed; `core/reading/text.py` reads those of commands alike.
 */

/** The most bytes of a file's text, by itself and as part of a message. */
export interface Limit {
  bytes: number;
  sent: number;
}
/** The text of an option; the server accepts a little more for the message around it. */
export const OPTION: Limit = { bytes: 60_000, sent: 60_000 };
export const RECORD: Limit = { bytes: 2_000_000, sent: 4_400_000 };
export const STUDY: Limit = { bytes: 5_000_000, sent: 6_900_000 };
/** All drafts of the workshop, none of which is sent as a file. */
export const DRAFTS: Limit = { bytes: 20_000_000, sent: Infinity };
/** A file of several games, of which one is sent. */
export const GAMES: Limit = { bytes: 50_000_000, sent: Infinity };
/** An experiment: the compressed bytes that are sent, and the file before. */
export const PACKED = { sent: 17_900_000, bytes: 160_000_000 };

/** The bytes that are put into base64 at a time: a multiple of three. */
const PART = 0x6000;

export type Fault =
  | { is: "kind"; suffix: string }
  | { is: "large"; n: number; most: number }
  | { is: "text"; line: number; column: number; byte: number }
  | { is: "empty" | "utf16" | "gzip" | "unread" };
export type Found = { text: string } | { fault: Fault };

/** The text of a file; `suffix` is how its name must end. */
export async function readText(file: File, limit: Limit, suffix = ""): Promise<Found> {
  if (!file.name.toLowerCase().endsWith(suffix)) return { fault: { is: "kind", suffix } };
  const fault = tooMany(file.size, limit.bytes);
  if (fault) return { fault };
  const bytes = await bytesOf(file);
  if (!bytes) return { fault: { is: "unread" } };
  const found = decode(bytes);
  if ("fault" in found) return found;
  if (found.text.trim() === "") return { fault: { is: "empty" } };
  const large = tooLarge(found.text, limit);
  return large ? { fault: large } : found;
}

/** The fault of a text that is larger than its limit, by itself or in a message. */
export const tooLarge = (text: string, limit: Limit): Fault | undefined =>
  tooMany(size(text), limit.bytes) ??
  // A line break or a quotation mark takes two bytes in the message.
  (limit.sent === Infinity ? undefined : tooMany(size(JSON.stringify(text)), limit.sent));

const size = (text: string): number => new TextEncoder().encode(text).length;
const tooMany = (n: number, most: number): Fault | undefined =>
  n > most ? { is: "large", n, most } : undefined;

// A folder that is dropped, or a file that is gone, cannot be read.
async function bytesOf(file: Blob): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    return undefined;
  }
}

const startsWith = (bytes: Uint8Array, ...start: number[]): boolean =>
  start.every((byte, n) => bytes[n] === byte);
const isUtf16 = (bytes: Uint8Array): boolean =>
  startsWith(bytes, 0xff, 0xfe) || startsWith(bytes, 0xfe, 0xff);
const isGzip = (bytes: Uint8Array): boolean => startsWith(bytes, 0x1f, 0x8b);

/** UTF-8 as text, without a byte order mark and with line feeds only. */
function decode(given: Uint8Array<ArrayBuffer>): Found {
  if (isUtf16(given)) return { fault: { is: "utf16" } };
  if (isGzip(given)) return { fault: { is: "gzip" } };
  const bytes = startsWith(given, 0xef, 0xbb, 0xbf) ? given.subarray(3) : given;
  const zero = bytes.indexOf(0); // as in UTF-16 without a mark
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    const bad = firstBad(bytes);
    return { fault: placed(bytes, zero < 0 ? bad : Math.min(bad, zero)) };
  }
  return zero < 0 ? { text: text.replace(/\r\n?/g, "\n") } : { fault: placed(bytes, zero) };
}

// Replaced characters are encoded differently from the bytes that were replaced.
function firstBad(bytes: Uint8Array<ArrayBuffer>): number {
  const loose = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  const again = new TextEncoder().encode(loose);
  let at = 0;
  while (again[at] === bytes[at]) at++;
  while ((again[at]! & 0xc0) === 0x80) at--;
  return at;
}

function placed(bytes: Uint8Array, at: number): Fault {
  let [line, start] = [1, 0];
  for (let n = 0; n < at; n++)
    if (bytes[n] === 10 || (bytes[n] === 13 && bytes[n + 1] !== 10))
      [line, start] = [line + 1, n + 1];
  return { is: "text", line, column: at - start + 1, byte: bytes[at]! };
}

/** The bytes of an experiment's file in base64, compressed unless they are already. */
export async function readPacked(file: File): Promise<{ data: string } | { fault: Fault }> {
  const head = await bytesOf(file.slice(0, 2));
  if (!head) return { fault: { is: "unread" } };
  if (head.length === 0) return { fault: { is: "empty" } };
  if (isUtf16(head)) return { fault: { is: "utf16" } };
  const fault = isGzip(head) ? undefined : tooMany(file.size, PACKED.bytes);
  if (fault) return { fault };
  const packed = isGzip(head)
    ? file
    : await new Response(file.stream().pipeThrough(new CompressionStream("gzip"))).blob();
  const large = tooMany(packed.size, PACKED.sent);
  return large ? { fault: large } : { data: await inBase64(packed) };
}

async function inBase64(bytes: Blob): Promise<string> {
  const all = new Uint8Array(await bytes.arrayBuffer());
  const parts: string[] = [];
  for (let at = 0; at < all.length; at += PART)
    parts.push(btoa(String.fromCharCode(...all.subarray(at, at + PART))));
  return parts.join("");
}
