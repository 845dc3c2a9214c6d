/** What is said at a table, and how much of it is unread. */
import type { Chat, ChatLine, Order, OrderBody, Standing } from "../../api/protocol";
import { mergeChat } from "../../lib/play/merge";

export interface ChatPort {
  /** Send something; true if it was done. */
  post<What extends Order>(what: What, body: OrderBody<What>): Promise<boolean>;
  /** True if the user holds this seat. */
  isMine(seat: number): boolean;
  /** Show that somebody kept, broke or gave back a promise, or that a seat changed hands. */
  notify(line: ChatLine): void;
}

export class ChatStore {
  lines = $state.raw<ChatLine[]>([]);
  /** True while the lines are in front of the user. */
  isOpen = $state(false);
  #read = $state(0);
  readonly #port: ChatPort;
  #isFirst = true;

  constructor(port: ChatPort) {
    this.#port = port;
  }

  /** How many lines were said by somebody. */
  #said = $derived.by((): number => this.lines.filter((line) => !line.what).length);
  unread = $derived.by((): number => (this.isOpen ? 0 : Math.max(0, this.#said - this.#read)));

  /** Put in lines that came with a view; those that were there before the user came count as read. */
  merge(lines: readonly ChatLine[]): void {
    this.lines = mergeChat(this.lines, lines);
    if (this.#isFirst || this.isOpen) this.#read = this.#said;
    this.#isFirst = false;
  }

  /** Put in a line that has just been said. */
  hear(line: ChatLine): void {
    this.lines = mergeChat(this.lines, [line]);
    if (this.isOpen) this.#read = this.#said;
    // Players who settle a promise made to them need no notice of it.
    const own = line.to !== undefined && this.#port.isMine(line.seat!);
    if (line.what && !own) this.#port.notify(line);
  }

  /** The lines are in front of the user now, or not any more. */
  open(isOpen: boolean): void {
    this.isOpen = isOpen;
    if (isOpen) this.#read = this.#said;
  }

  get hasPromises(): boolean {
    return this.lines.some((line) => line.promise);
  }

  send = (text: string, more: Omit<Chat, "text"> = {}): Promise<boolean> =>
    this.#port.post("chat", { text, ...more });

  /** Say whether a promise was kept. */
  settle = ({ seat, to, n, aloud }: ChatLine, standing: Standing): Promise<boolean> =>
    this.#port.post("promise", { seat: to!, giver: seat!, n, aloud, standing });

  reset(): void {
    this.lines = [];
  }
}
