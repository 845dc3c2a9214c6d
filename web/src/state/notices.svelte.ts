/** Calm notices: what happened and what to do, gone by themselves. */
import { Refused, Unreachable } from "../api/client";
import { t, tOr } from "./words.svelte";

export interface Notice {
  n: number;
  text: string;
  kind: "info" | "error";
  rule?: string;
}

class Notices {
  list = $state<Notice[]>([]);
  #last = 0;

  /** Show a notice for some seconds. */
  show(text: string, kind: Notice["kind"] = "info", rule?: string): void {
    const n = ++this.#last;
    this.list = [
      ...this.list.filter((notice) => notice.text !== text).slice(-2),
      { n, text, kind, rule },
    ];
    setTimeout(() => this.drop(n), 4000 + 45 * text.length);
  }

  drop(n: number): void {
    this.list = this.list.filter((notice) => notice.n !== n);
  }

  /** Let all go, or those of a kind. */
  clear(kind?: Notice["kind"]): void {
    this.list = kind ? this.list.filter((notice) => notice.kind !== kind) : [];
  }

  /** Say what went wrong in the reader's language; what the server adds follows. */
  problem(error: unknown): void {
    this.show(explain(error), "error");
  }
}

/** What went wrong and what to do, as a sentence. */
export function explain(error: unknown): string {
  if (error instanceof Unreachable) return t("problem.unreachable");
  if (error instanceof Refused)
    return tOr(`problem.${error.kind}`, error.problem.detail || error.problem.title);
  return error instanceof Error ? error.message : String(error);
}

export const notices = new Notices();

/** What was asked for as a courtesy may fail in silence, but not for want of leave. */
export function forbidden(error: unknown): void {
  if (error instanceof Refused && error.problem.status === 403) notices.problem(error);
}

/** Do something with the server; a refusal becomes a notice and the answer is undefined. */
export async function attempt<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    notices.problem(error);
    return undefined;
  }
}

/** Ask for what may be left unanswered. */
export async function courtesy<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    forbidden(error);
    return undefined;
  }
}
