/** Remarks about the user's actions: requested once, and again while the server is busy. */
import { api, Refused } from "../../api/client";
import type { Remark } from "../../api/protocol";
import type { Perspective } from "../../lib/play/hotseat";
import { pause } from "../../lib/waiting";
import { forbidden } from "../../state/notices.svelte";

/** The delays before further tries, in milliseconds. */
const AGAIN = [3000, 6000, 12_000, 24_000];

/** The server is busy: the page asks again by itself, or leaves it to the player. */
export type Late = "waits" | "missed";

export interface Question {
  id: string;
  perspective: Perspective;
  body: { seat: number; step: number };
}

export const isBusy = (error: unknown): boolean =>
  error instanceof Refused && (error.kind === "busy" || error.kind === "too-many");

export class Remarks {
  /** The remark: it was a blunder. */
  told = $state.raw<Remark>();
  late = $state<Late>();
  #question: Question | undefined;
  /** Counts requests and dismissals: a late answer is ignored. */
  mark = 0;

  /** The step that a request or a remark refers to. */
  get step(): number | undefined {
    return this.#question?.body.step;
  }

  async ask(question: Question): Promise<void> {
    this.drop();
    this.#question = question;
    const { mark } = this;
    for (const wait of [...AGAIN, undefined]) {
      const isHeard = await this.#try(question, mark);
      if (isHeard || mark !== this.mark) return;
      this.late = wait ? "waits" : "missed";
      if (wait) await pause(wait);
      if (mark !== this.mark) return;
    }
  }

  /** Ask the same again. */
  askAgain(): void {
    if (this.#question) void this.ask(this.#question);
  }

  /** Drop the remark and any request. */
  drop(): void {
    this.mark += 1;
    this.#question = this.told = this.late = undefined;
  }

  // True if there is no need to ask again.
  async #try({ id, perspective, body }: Question, mark: number): Promise<boolean> {
    try {
      const remark = await api.do(id, "coach/remark", body, perspective);
      if (mark === this.mark) this.#hear(remark);
      return true;
    } catch (error) {
      if (isBusy(error)) return false;
      if (mark === this.mark) this.late = undefined;
      forbidden(error);
      return true;
    }
  }

  #hear(remark: Remark | undefined): void {
    this.late = undefined;
    if (remark?.could !== undefined) this.told = remark;
  }
}
