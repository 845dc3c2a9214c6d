/** The answers to a player's request: buttons, and what each sends. */
import { t } from "../../../state/words.svelte";
import type { TableState } from "../../store/table.svelte";

export interface Answer {
  /** The id of the button in tests. */
  id: string;
  text: string;
  isMain: boolean;
  send: () => Promise<boolean>;
}

/** Agree to the takeback that another player asks for, or not, as this seat. */
export const takebackAnswers = ({ orders }: TableState, seat: number): Answer[] =>
  yesAndNo("takeback", t("act.takeback.yes"), (agree) => orders.answerTakeback(seat, agree));

/** Withdraw the user's own request for a takeback. */
export const withdrawTakeback = ({ orders, view }: TableState): Promise<boolean> =>
  orders.answerTakeback(view!.takeback!.by, false);

/** Give a seat to the person who asks for it, or not; `n` is the number of the request. */
export const seatAnswers = ({ seats }: TableState, n: number): Answer[] =>
  yesAndNo("request", t("seat.asked.yes"), (agree) => seats.answer(n, agree));

/** Withdraw the user's own request for a seat. */
export const withdrawRequest = ({ seats }: TableState, n: number): Promise<boolean> =>
  seats.answer(n, false);

const yesAndNo = (
  what: string,
  yes: string,
  send: (agree: boolean) => Promise<boolean>,
): Answer[] => [
  { id: `${what}-yes`, text: yes, isMain: true, send: () => send(true) },
  { id: `${what}-no`, text: t("act.takeback.no"), isMain: false, send: () => send(false) },
];
