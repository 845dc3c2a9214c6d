/** Whether this browser receives push messages, and how to change that. */
import { notificationApi, type Subscription } from "../api/notifications";
import type { Calls } from "../api/protocol";
import { store, stored, unstore } from "../lib/storage";
import { notices } from "./notices.svelte";
import { ask, permission } from "./notify";
import { settings } from "./settings.svelte";
import { t } from "./words.svelte";

/** Where the page remembers what it reported to the server about this browser. */
const TOLD = "honjin.push-told";
const PATIENCE = 15_000;

export type PushState = "missing" | "denied" | "off" | "on";

/** A key in the form that browsers expect. */
export function bytesOf(key: string): Uint8Array<ArrayBuffer> {
  const text = atob(key.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

/** True if a subscription is for messages signed with this key; a browser may not tell. */
export function isFor({ options }: PushSubscription, key: string): boolean {
  const own = options.applicationServerKey;
  return !own || String(new Uint8Array(own)) === String(bytesOf(key));
}

/** The subscription as the server expects it. */
export function told(made: PushSubscription): Subscription | undefined {
  const { endpoint, keys } = made.toJSON();
  if (!endpoint || !keys?.p256dh || !keys.auth) return undefined;
  return { endpoint, key: keys.p256dh, secret: keys.auth };
}

const isAble = (): boolean =>
  import.meta.env.PROD && "serviceWorker" in navigator && "PushManager" in globalThis;

function inTime<T>(work: Promise<T>): Promise<T> {
  const late = new Promise<never>((_, reject) => setTimeout(reject, PATIENCE, new Error("late")));
  return Promise.race([work, late]);
}

async function mine(): Promise<PushSubscription | undefined> {
  const found = isAble() ? await navigator.serviceWorker.getRegistration() : undefined;
  return (await found?.pushManager.getSubscription()) ?? undefined;
}

class Push {
  state = $state<PushState>("missing");
  busy = $state(false);
  /** The server's id of this browser. */
  id = $state("");

  /**
   * Find out the present state. A subscription for another key than the server's is renewed; then
   * this returns the user's notification settings.
   */
  async look(house = ""): Promise<Calls | undefined> {
    const made = await mine();
    if (made && house && !isFor(made, house)) return this.begin(house);
    this.id = made ? await idOf(made.endpoint) : "";
    if (!isAble() || permission() === "missing") this.state = "missing";
    else if (permission() === "denied") this.state = "denied";
    else this.state = made ? "on" : "off";
    return undefined;
  }

  /** Start push messages to this browser; returns the user's notification settings. */
  async begin(house: string): Promise<Calls | undefined> {
    if (this.busy) return undefined;
    this.busy = true;
    try {
      if ((await ask()) !== "granted") return undefined;
      const found = await inTime(
        navigator.serviceWorker.register("/sw.js").then(() => navigator.serviceWorker.ready),
      );
      const before = await found.pushManager.getSubscription();
      if (before && !isFor(before, house)) await before.unsubscribe();
      const made = await inTime(
        found.pushManager.subscribe({
          userVisibleOnly: true,
          applicationServerKey: bytesOf(house),
        }),
      );
      return await tell(made);
    } catch (error) {
      if (error instanceof DOMException || (error instanceof Error && error.message === "late"))
        notices.show(t("calls.push.failed"), "error");
      else notices.problem(error);
      return undefined;
    } finally {
      await this.look();
      this.busy = false;
    }
  }

  /** Stop push messages to this browser. */
  async end(): Promise<void> {
    unstore(TOLD);
    await (await mine())?.unsubscribe();
    await this.look();
  }

  /** Report this browser again after a change of language or user. */
  async keep(person: string): Promise<void> {
    const made = await mine();
    if (!made) return;
    const key = await notificationApi.get().then(
      (calls) => calls.push_key,
      () => "",
    );
    if (key && !isFor(made, key)) return void (await this.begin(key));
    if (stored(TOLD) === mark(made, person)) return;
    await tell(made).catch(() => undefined);
    store(TOLD, mark(made, person));
  }
}

const mark = ({ endpoint }: PushSubscription, person: string): string =>
  `${settings.lang} ${person} ${endpoint}`;

async function tell(made: PushSubscription): Promise<Calls | undefined> {
  const subscription = told(made);
  return subscription && notificationApi.addDevice(subscription, settings.lang);
}

/** The server's id of an endpoint: its SHA-256. */
async function idOf(endpoint: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(endpoint));
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export const push = new Push();
