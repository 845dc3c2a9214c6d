/** What can be done at a table beside its choices: take-backs, talk, the next table. */
import { api } from "../api/client";
import type { Eyes, Lifted } from "../lib/curtain";
import { lastSeat } from "../lib/merge";
import type {
  Chat,
  ChatLine,
  LogLine,
  NewTable,
  Order,
  OrderBody,
  Standing,
  View,
} from "../api/protocol";
import { attempt } from "./notices.svelte";
import { route, tablePath } from "./route.svelte";

export abstract class Commands {
  abstract readonly id: string;
  abstract view: View | undefined;
  abstract log: LogLine[];
  abstract lifted: Lifted | undefined;
  abstract mine: number[];
  abstract played: number[];
  abstract get eyes(): Eyes;

  /** Post something; whether it was done. */
  abstract post<What extends Order>(what: What, body: OrderBody<What>): Promise<boolean>;

  /** Tell the bots that think to answer now. */
  hurry = async (): Promise<void> => void (await attempt(api.do(this.id, "hurry", {})));

  resign = (): Promise<boolean> =>
    this.post("resign", { seat: this.ownSeat, at: this.view!.version });
  askTakeback = (): Promise<boolean> =>
    this.post("takeback", { seat: this.#asker(), at: this.view!.version });
  answerTakeback = (seat: number, agree: boolean): Promise<boolean> =>
    this.post("takeback/answer", { seat, agree });
  chatLine = (text: string, more: Omit<Chat, "text"> = {}): Promise<boolean> =>
    this.post("chat", { text, ...more });
  settle = ({ seat, to, n, aloud }: ChatLine, standing: Standing): Promise<boolean> =>
    this.post("promise", { seat: to!, giver: seat!, n, aloud, standing });

  rematch = (): Promise<void> =>
    this.#move(api.do(this.id, "rematch", { own_nonce: true }, this.eyes));
  fork = (step: number): Promise<void> =>
    this.#move(api.do(this.id, "fork", { step, own_nonce: true }, this.eyes));

  /** The seat that is meant where one of one's own is: the one to act, or the one one sees with. */
  get ownSeat(): number {
    return this.view!.turn?.seat ?? this.lifted?.seat ?? this.played[0] ?? this.mine[0]!;
  }

  // The seat whose action is to be undone: of one's own seats the one that acted last.
  #asker(): number {
    return this.lifted?.seat ?? lastSeat(this.log, this.mine) ?? this.mine[0]!;
  }

  async #move(asked: Promise<NewTable>): Promise<void> {
    const made = await attempt(asked);
    if (made) route.go(tablePath(made.id));
  }
}
