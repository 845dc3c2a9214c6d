/** Requests about notifications. */
import { ask } from "./client";
import type { Calls, CallWishes, NewFeed, Stopped, TestSent } from "./protocol";

/** What a browser creates to receive push messages. */
export interface Subscription {
  endpoint: string;
  key: string;
  secret: string;
}

export const notificationApi = {
  get: () => ask<Calls>("/calls"),
  wish: (wishes: CallWishes) => ask<Calls>("/calls", wishes),
  addDevice: (made: Subscription, lang: string) => ask<Calls>("/calls/devices", { ...made, lang }),
  removeDevice: (device: string) => ask<Calls>("/calls/devices/remove", { device }),
  test: () => ask<TestSent>("/calls/test", {}),
  makeFeed: () => ask<NewFeed>("/calls/feed", {}),
  removeFeed: () => ask<Calls>("/calls/feed/remove", {}),
  /** Stop the emails to the holder of this signed token. */
  stop: (token: string) => ask<Stopped>(`/calls/stop/${encodeURIComponent(token)}`, {}),
};
