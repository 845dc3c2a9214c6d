/** Notices: what happened and what to do. They disappear by themselves. */
import { Refused, Unreachable } from "../api/client";
import { t, tOr } from "./words.svelte";

export interface Notice {
  n: number;
  text: string;
  kind: "info" | "error";
  /** The rule that is the reason, and how the page that said so shows it. */
  rule?: { name: string; open: (rule: string) => void };
  /** The user's table that is the reason. */
  table?: string;
}

class Notices {
  list = $state<Notice[]>([]);
  #last = 0;

  /** Show a notice for some seconds. */
  show(text: string, kind: Notice["kind"] = "info", rule?: Notice["rule"], table?: string): void {
    const n = ++this.#last;
    this.list = [
      ...this.list.filter((notice) => notice.text !== text).slice(-2),
      { n, text, kind, rule, table },
    ];
    setTimeout(() => this.drop(n), 4000 + 45 * text.length);
  }

  drop(n: number): void {
    this.list = this.list.filter((notice) => notice.n !== n);
  }

  /** Dismiss what is no longer true. */
  unsay(text: string): void {
    this.list = this.list.filter((notice) => notice.text !== text);
  }

  /** Dismiss all, or those of a kind. */
  clear(kind?: Notice["kind"]): void {
    this.list = kind ? this.list.filter((notice) => notice.kind !== kind) : [];
  }

  /** Report an error in the user's language. */
  problem(error: unknown): void {
    this.show(explain(error), "error", undefined, tableOf(error));
  }
}

/** What went wrong and what to do, as a sentence. */
export function explain(error: unknown): string {
  if (error instanceof Unreachable)
    return t(error.isOrder ? "problem.unanswered" : "problem.unreachable");
  if (error instanceof Refused) return tOr(`problem.${error.kind}`, t("problem.internal"));
  // Whoever mends it needs to know; the reader has no use for it.
  console.error(error);
  return t("problem.internal");
}

/** The refusals whose cause is in what was written or chosen. */
const DETAILED = new Set(["unreadable", "too-large", "bad-option", "record-mismatch"]);

/** The server's technical words, in English, which help whoever made a file. */
export const detailOf = (error: unknown): string =>
  error instanceof Refused && DETAILED.has(error.kind) ? (error.problem.detail ?? "") : "";

/** The user's table that is the reason for a refusal. */
export const tableOf = (error: unknown): string | undefined =>
  error instanceof Refused ? error.problem.table || undefined : undefined;

export const notices = new Notices();

/** Optional requests may fail silently, but not for lack of permission. */
export function forbidden(error: unknown): void {
  if (error instanceof Refused && error.problem.status === 403) notices.problem(error);
}

/** Make a request; a refusal becomes a notice, and the result is undefined. */
export async function attempt<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    notices.problem(error);
    return undefined;
  }
}

/** Make a request whose answer is optional. */
export async function courtesy<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    forbidden(error);
    return undefined;
  }
}
