/** The site as an app: its service worker, updates, and the connection. */
import { api, Unreachable } from "../api/client";
import { identity } from "../api/identity.svelte";
import { ours } from "../i18n";
import { keepTyped } from "../ui/page/typed";
import { notices } from "./notices.svelte";
import { route } from "./route.svelte";
import { settings } from "./settings.svelte";

/** A browser's install prompt, kept until the user wants it. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>;
}

/** A message of the worker to a page: go to an address, or report its own. */
interface Said {
  go?: string;
  where?: boolean;
}

/** The delay after loading before the offline files are fetched. */
const LATER = 4000;
const isEmbedded = location.pathname.startsWith("/embed/");
const workers = "serviceWorker" in navigator ? navigator.serviceWorker : undefined;

class App {
  offline = $state(!navigator.onLine);
  /** The registration whose new worker waits to take over. */
  #waiting = $state.raw<ServiceWorkerRegistration>();
  #asks = $state.raw<InstallEvent>();
  #later = $state(false);
  /** True if the server has another version, of which this page's parts are no longer served. */
  outdated = $state(false);
  #isRenewing = false;

  /** True if a reload would bring another version. */
  get renewable(): boolean {
    return this.outdated || (this.#waiting !== undefined && !this.#later);
  }

  /** True if the browser offers to install the site. */
  get installable(): boolean {
    return this.#asks !== undefined;
  }

  start(): void {
    if (isEmbedded) return;
    addEventListener("online", () => (this.offline = false));
    addEventListener("offline", () => (this.offline = true));
    addEventListener("beforeinstallprompt", (event) => {
      event.preventDefault();
      this.#asks = event as InstallEvent;
    });
    addEventListener("appinstalled", () => (this.#asks = undefined));
    addEventListener("vite:preloadError", () => void this.#miss());
    identity.watch(api.meAgain);
    if (!workers || !import.meta.env.PROD) return;
    workers.addEventListener("message", ({ data, ports }: MessageEvent<Said>) => {
      if (data.go) route.go(data.go);
      if (data.where) ports[0]?.postMessage(location.pathname);
    });
    const begin = (): void => void setTimeout(() => void this.#register(workers), LATER);
    if (document.readyState === "complete") begin();
    else addEventListener("load", begin, { once: true });
  }

  async #register(container: ServiceWorkerContainer): Promise<void> {
    try {
      const found = await container.register("/sw.js");
      container.controller?.postMessage("study");
      const { push } = await import("./push.svelte");
      if (Notification.permission === "granted") await push.keep((await api.me()).id);
      this.#watch(found, container);
    } catch {
      // Without a worker the site works as before.
    }
  }

  #watch(found: ServiceWorkerRegistration, container: ServiceWorkerContainer): void {
    const look = (): void => {
      // A browser's first worker takes over by itself.
      if (!found.waiting || !container.controller) return;
      this.#waiting = found;
      // A newer worker may have replaced the one that was told to take over.
      if (this.#isRenewing) found.waiting.postMessage("renew");
    };
    const follow = (): void => found.installing?.addEventListener("statechange", look);
    look();
    follow();
    found.addEventListener("updatefound", follow);
  }

  // A part of the page could not be loaded: it is gone with its version, or the server is.
  async #miss(): Promise<void> {
    const own = document.querySelector('script[type="module"]')?.getAttribute("src");
    const found = await fetch("/", { cache: "no-store" }).then(
      (answer) => (answer.ok ? answer.text() : ""),
      () => "",
    );
    if (own && found && !found.includes(own)) this.outdated = true;
    else if (settings.lang in ours) notices.problem(new Unreachable());
  }

  /** Let the new version take over, and load it; what was typed returns. */
  renew(): void {
    keepTyped();
    if (!this.#waiting) return location.reload();
    workers?.addEventListener("controllerchange", () => location.reload(), { once: true });
    this.#isRenewing = true;
    this.#waiting?.waiting?.postMessage("renew");
  }

  later(): void {
    this.#later = true;
    this.outdated = false;
  }

  async install(): Promise<void> {
    await this.#asks?.prompt();
    this.#asks = undefined;
  }
}

export const app = new App();

/** Show the number of waiting tables on the app's icon. */
export function badge(n: number): void {
  if (isEmbedded || !("setAppBadge" in navigator)) return;
  const shown = n > 0 ? navigator.setAppBadge(n) : navigator.clearAppBadge();
  shown.catch(() => undefined);
}
