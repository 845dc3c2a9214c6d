/** Reads a text file that the user chose, or says what is wrong with it. */

/** The most bytes of text that are sent; the server accepts a little more for the message around it. */
export const MOST_BYTES = 60_000;

export type Fault = "kind" | "empty" | "large" | "text";
export type Found = { text: string } | { fault: Fault };

/** The text of a file whose name must end with `suffix`. */
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

// A line break or a quotation mark takes two bytes in the message.
const sent = (text: string): number => new TextEncoder().encode(JSON.stringify(text)).length;

/** A number of bytes in kB with one decimal. */
export const kB = (bytes: number): string => (bytes / 1000).toFixed(1);
