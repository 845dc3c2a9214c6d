/** A text file that a reader chose: read, or what is wrong with it. */

/** So many bytes of text are sent at most; the server takes a little more with all that goes round it. */
export const MOST_BYTES = 60_000;

export type Fault = "kind" | "empty" | "large" | "text";
export type Found = { text: string } | { fault: Fault };

/** The text of a file whose name should end with `suffix`. */
export async function readText(file: File, suffix: string): Promise<Found> {
  if (!file.name.toLowerCase().endsWith(suffix)) return { fault: "kind" };
  if (file.size > MOST_BYTES) return { fault: "large" };
  const text = decode(await file.arrayBuffer());
  if (text === undefined || text.includes("\0")) return { fault: "text" };
  if (text.trim() === "") return { fault: "empty" };
  return sent(text) > MOST_BYTES ? { fault: "large" } : { text };
}

function decode(bytes: ArrayBuffer): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

// A line break or a quotation mark takes two bytes when it is sent.
const sent = (text: string): number => new TextEncoder().encode(JSON.stringify(text)).length;

/** A number of bytes as kB with one digit after the point. */
export const kB = (bytes: number): string => (bytes / 1000).toFixed(1);
