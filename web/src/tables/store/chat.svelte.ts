/** The chat of a table, and the number of unread lines. */
import type { Chat, ChatLine, Standing } from "../../api/protocol";
import { mergeChat } from "../../lib/play/merge";
import { notices } from "../../state/notices.svelte";
import { handed } from "../seats/holder";
import type { TableState } from "./table.svelte";

export class ChatStore {
  lines = $state.raw<ChatLine[]>([]);
  /** True while the chat is visible. */
  isOpen = $state(false);
  #read = $state(0);
  readonly #table: TableState;
  #isFirst = true;

  constructor(table: TableState) {
    this.#table = table;
  }

  /** The number of lines that people wrote. */
  #said = $derived.by((): number => this.lines.filter((line) => !line.what).length);
  unread = $derived.by((): number => (this.isOpen ? 0 : Math.max(0, this.#said - this.#read)));

  /** Add lines that came with a view; those from before the user came count as read. */
  merge(lines: readonly ChatLine[]): void {
    this.lines = mergeChat(this.lines, lines);
    if (this.#isFirst || this.isOpen) this.#read = this.#said;
    this.#isFirst = false;
  }

  /** Add a new line. */
  hear(line: ChatLine): void {
    this.lines = mergeChat(this.lines, [line]);
    if (this.isOpen) this.#read = this.#said;
    // A player who settles a promise needs no notice of it.
    const own = line.to !== undefined && this.#isMine(line.seat!);
    if (line.what && !own) notices.show(handed(line, this.#table.seatName(line.seat ?? 0)));
  }

  #isMine(seat: number): boolean {
    return this.#table.seats.mine.includes(seat);
  }

  /** The chat has become visible, or hidden. */
  open(isOpen: boolean): void {
    this.isOpen = isOpen;
    if (isOpen) this.#read = this.#said;
  }

  get hasPromises(): boolean {
    return this.lines.some((line) => line.promise);
  }

  /** How often the user has said a line; a player is known by a seat, others by their handle. */
  said = (text: string, me = ""): number =>
    this.lines.filter(
      ({ what, who, seat, text: one }) =>
        !what && one === text && ((me && who === me) || (seat !== undefined && this.#isMine(seat))),
    ).length;

  send = (text: string, more: Omit<Chat, "text"> = {}): Promise<boolean> =>
    this.#table.orders.post("chat", { text, ...more });

  /** Report whether a promise was kept. */
  settle = ({ seat, to, n, aloud }: ChatLine, standing: Standing): Promise<boolean> =>
    this.#table.orders.post("promise", { seat: to!, giver: seat!, n, aloud, standing });

  reset(): void {
    this.lines = [];
  }
}
