/** What each store of a table may use of the others: the only place where they meet. */
import { api } from "../../api/client";
import { identity } from "../../api/identity.svelte";
import type { ChatLine } from "../../api/protocol";
import { hasActed, lastSeat } from "../../lib/play/merge";
import { attempt, courtesy, forbidden, notices } from "../../state/notices.svelte";
import { route, tablePath } from "../../state/route.svelte";
import { settings } from "../../state/settings.svelte";
import { t } from "../../state/words.svelte";
import type { ChatPort } from "./chat.svelte";
import type { ClocksPort } from "./clocks.svelte";
import type { ConnectionPort } from "./connection.svelte";
import { handed } from "../seats/holder";
import type { HotseatPort } from "./hotseat.svelte";
import type { OrdersPort } from "./orders.svelte";
import type { PassingPort } from "./passing.svelte";
import type { PlanPort } from "./plan.svelte";
import type { SeatsPort } from "./seats.svelte";
import type { SelectionPort } from "./selection.svelte";
import type { TableState } from "./table.svelte";
import type { TimelinePort } from "./timeline.svelte";

export const connectionPort = (table: TableState): ConnectionPort => ({
  eventsUrl: (since) => api.eventsUrl(table.id, table.hotseat.perspective, since),
  handlers: {
    view: (view) => table.take(view),
    chat: (line) => table.chat.hear(line),
    presence: ({ online, absent }) => table.setPresence(online, absent),
    thinking: (thinking) => (table.thinking = thinking),
    refused: () => {
      void identity.look();
      void table.load().catch(forbidden);
    },
  },
  // The server ends a stream with its session: the new one may be somebody else's.
  onReopen: () => {
    void identity.look();
    void table.refresh(table.hotseat.since());
  },
  onRecovered: () => notices.show(t("wire.back")),
  isAway: () => document.hidden,
});

export const timelinePort = (table: TableState): TimelinePort => ({
  askPast: (step) => attempt(api.past(table.id, step, table.hotseat.perspective)),
  askStaged: (step) => courtesy(api.past(table.id, step, table.hotseat.perspective)),
  fork: (step) => table.orders.fork(step),
  get isStill() {
    return settings.still;
  },
  get isBlank() {
    return table.hotseat.isBlank;
  },
  get epoch() {
    return table.hotseat.epoch;
  },
  onShow: (view, before, hasGap) => table.onShow(view, before, hasGap),
  onTravel: () => (table.selection.path = []),
});

export const selectionPort = (table: TableState): SelectionPort => ({
  get scene() {
    return table.scene;
  },
  get turn() {
    return table.view?.turn ?? table.plan.turn;
  },
  get isPaused() {
    const { past, revealing } = table.timeline;
    return past !== undefined || revealing || table.orders.isGesturing;
  },
  get isBusy() {
    return table.orders.busy;
  },
  get isLocked() {
    return table.orders.working || table.timeline.past !== undefined;
  },
  act: (choice) => table.act(choice),
  // The reason is optional: without it the click simply has no effect.
  why: (seat, path) => courtesy(table.why(seat, path)),
  tell: (reason, id) => table.tips.refuse(id, reason),
});

export const hotseatPort = (table: TableState): HotseatPort => ({
  get watches() {
    return table.watches;
  },
  get view() {
    return table.view;
  },
  get log() {
    return table.timeline.log;
  },
  onSwitch: (left, log, since) => table.onSwitch(left, log, since),
});

export const chatPort = (table: TableState): ChatPort => ({
  post: (what, body) => table.orders.post(what, body),
  isMine: (seat) => table.seats.mine.includes(seat),
  notify: (line: ChatLine) => notices.show(handed(line, table.seatName(line.seat ?? 0))),
});

export const clocksPort = (table: TableState): ClocksPort => ({
  get played() {
    return table.seats.played;
  },
});

export const seatsPort = (table: TableState): SeatsPort => ({
  get view() {
    return table.view;
  },
  get revealedSeat() {
    return table.hotseat.revealedSeat;
  },
  post: (what, body) => table.orders.post(what, body),
  postNonce: (nonce) => attempt(api.do(table.id, "nonce", { nonce }, table.hotseat.perspective)),
});

export const planPort = (table: TableState): PlanPort => ({
  get view() {
    return table.view;
  },
  get seat() {
    const { view, page, hotseat, seats } = table;
    const [seat] = seats.played;
    if (!page?.plans || view?.status !== "running" || view.turn || seats.played.length > 1)
      return undefined;
    return hotseat.isHidden ? undefined : seat;
  },
  ask: (seat) => courtesy(api.ahead(table.id, seat)),
  act: (choice) => table.act(choice),
  point: (ids) => (table.selection.spot = ids),
  onLost: () => notices.show(t("plan.lost"), "info"),
});

export const passingPort = (table: TableState): PassingPort => ({
  get way() {
    return table.view?.status === "running" ? table.view.turn?.passing : undefined;
  },
  get game() {
    return table.view?.game ?? "";
  },
  get canBack() {
    return table.view?.can.back === true;
  },
  get isReady() {
    const { past, revealing, isCaughtUp } = table.timeline;
    const { path, question, unconfirmed } = table.selection;
    const isIdle = path.length === 0 && question.length === 0 && !unconfirmed;
    const isShown = isCaughtUp && past === undefined && !revealing && !table.hotseat.isHidden;
    return isIdle && isShown && !table.orders.busy;
  },
  get asks() {
    return settings.get("passing") === "ask";
  },
  goOn: (text) => void table.goOn(text),
});

export const ordersPort = (table: TableState): OrdersPort => ({
  get id() {
    return table.id;
  },
  get view() {
    return table.view;
  },
  get newest() {
    return table.timeline.newest;
  },
  get perspective() {
    return table.hotseat.perspective;
  },
  get seat() {
    return table.seats.own;
  },
  get lastSeat() {
    const { mine } = table.seats;
    return table.hotseat.revealedSeat ?? lastSeat(table.timeline.log, mine) ?? mine[0]!;
  },
  get isLive() {
    return table.connection.wire === "live";
  },
  hasActed: (seat, step) => {
    const { log, newest } = table.timeline;
    return hasActed([...log, ...(newest?.log.lines ?? [])], seat, step);
  },
  spent: (seat) => table.clocks.spent(seat),
  take: (view) => table.take(view),
  drained: () => table.timeline.drained,
  refresh: () => table.refresh(),
  goTo: (id) => route.go(tablePath(id)),
});
