/** How the user is notified of turns: the wishes, and the ways available. */
import { notificationApi } from "../api/notifications";
import type { Calls, CallWishes, NewFeed } from "../api/protocol";
import { attempt, explain, notices } from "../state/notices.svelte";
import { settings } from "../state/settings.svelte";
import { t } from "../state/words.svelte";

export type Kind = Required<CallWishes>["push"][number];
/** All kinds, in the order of the page; true: the server mails it unless it is told otherwise. */
const MAILED: Record<Kind, boolean> = {
  turn: true,
  deadline: true,
  challenge: true,
  begun: false,
  asked: true,
  over: false,
};
export const KINDS = Object.keys(MAILED) as Kind[];
export const WAYS = ["push", "mail"] as const;
export const RHYTHMS = ["soon", "hourly", "daily"] as const;
/** Hours before a deadline that can be selected. */
export const WARNINGS = [0, 2, 6, 12, 24, 48] as const;
export const HOURS = Array.from({ length: 24 }, (_, n) => n);
export type Way = (typeof WAYS)[number];
export type Wishes = Required<CallWishes>;

/** The server's defaults. */
const USUAL: Wishes = {
  push: KINDS,
  mail: KINDS.filter((kind) => MAILED[kind]),
  mails: false,
  rhythm: "soon",
  hour: 8,
  quiet: null,
  warn: 12,
  through: false,
  zone: "UTC",
  lang: "en",
};
/** The time zone of this device. */
export const HERE = Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

/** An hour of the day as clocks show it. */
export const clock = (hour: number): string => `${String(hour).padStart(2, "0")}:00`;

export class NotificationState {
  data = $state.raw<Calls>();
  problem = $state<string>();
  busy = $state(false);
  saved = $state(false);
  feed = $state.raw<NewFeed>();
  /** True if the user has ever chosen anything: until then times are in this device's zone. */
  wishes = $derived.by((): Wishes => {
    const found = { ...USUAL, ...this.data?.wishes };
    return found.zone === "UTC" && !this.data?.devices?.length && !found.mails
      ? { ...found, zone: HERE }
      : found;
  });

  async load(): Promise<void> {
    try {
      this.data = await notificationApi.get();
      this.problem = undefined;
    } catch (error) {
      this.problem = explain(error);
    }
  }

  /** Change the settings; they are saved at once. */
  async wish(change: Partial<Wishes>): Promise<void> {
    this.saved = false;
    const found = await attempt(
      notificationApi.wish({ ...this.wishes, lang: settings.lang, ...change }),
    );
    if (found) [this.data, this.saved] = [found, true];
    else await this.load();
  }

  has = (way: Way, kind: Kind): boolean => this.wishes[way].includes(kind);

  turn(way: Way, kind: Kind, on: boolean): Promise<void> {
    const rest = this.wishes[way].filter((one) => one !== kind);
    return this.wish({ [way]: on ? [...rest, kind] : rest });
  }

  /** Do something that answers with the updated state. */
  async do(work: Promise<Calls | undefined>): Promise<void> {
    this.busy = true;
    this.data = (await attempt(work)) ?? this.data;
    this.busy = false;
  }

  async makeFeed(): Promise<void> {
    // Deadlines in the calendar are in the user's time zone.
    await this.wish({});
    this.feed = await attempt(notificationApi.makeFeed());
    await this.load();
  }

  async test(): Promise<void> {
    this.busy = true;
    const sent = await attempt(notificationApi.test());
    const { pushed = 0, mailed = false } = sent ?? {};
    const isSent = pushed > 0 || mailed;
    if (sent)
      notices.show(
        isSent ? t("calls.test.sent", { pushed, mailed: mailed ? 1 : 0 }) : t("calls.test.none"),
      );
    this.busy = false;
  }
}
