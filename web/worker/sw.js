// The part of the site that runs without a page: it shows calls, and keeps what is needed without a
// connection: the built client, the lessons and the rules. Nothing that is anybody's own is kept.
const VERSION = "__VERSION__";
const FILES = __FILES__;

const CLIENT = `honjin-client-${VERSION}`;
const STUDY = "honjin-study";
const SHELL = "/index.html";
const PATIENCE = 4000;
const AT_ONCE = 4;
const DAY = 24 * 3600 * 1000;
const LOOKED = "/honjin-study-looked";

/** Addresses that answer everybody alike, and that lessons and rules are made of. */
const isStudy = ({ pathname, search }) =>
  !search &&
  (/^\/api\/games(\/[^/]+(\/rules)?)?$/.test(pathname) ||
    /^\/api\/lessons\/[^/]+\/[^/]+$/.test(pathname));
/** Pages of the client; a frame on another site has a page of its own, and pictures are files. */
const isPage = ({ mode }, { pathname }) =>
  mode === "navigate" &&
  !/^\/(api|feeds|embed|problems)\//.test(pathname) &&
  !/\/(picture|replay)$/.test(pathname);

// ---------------------------------------------------------------- what is kept

async function each(urls, work) {
  const left = [...urls];
  const one = async () => {
    for (let url = left.shift(); url; url = left.shift()) await work(url);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
}

/** Keep an answer if there is one; what is the same is not sent again. */
async function keep(cache, url) {
  const answer = await fetch(url, { credentials: "omit" });
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  await cache.put(url, answer.clone());
  return answer;
}

async function keepClient() {
  const cache = await caches.open(CLIENT);
  await each([SHELL, ...FILES], async (url) => {
    if (!(await cache.match(url))) await keep(cache, url);
  });
}

/** Keep all lessons and rules as they are now, once a day. */
async function keepStudy() {
  const cache = await caches.open(STUDY);
  const looked = await cache.match(LOOKED);
  if (looked && Date.now() - Number(await looked.text()) < DAY) return;
  const games = await (await keep(cache, "/api/games")).json();
  const urls = games.flatMap(({ key, lessons = [] }) => [
    `/api/games/${key}`,
    `/api/games/${key}/rules`,
    ...lessons.map((lesson) => `/api/lessons/${key}/${lesson.key}`),
  ]);
  await each(urls, (url) => keep(cache, url));
  await cache.put(LOOKED, new Response(String(Date.now())));
}

async function dropOld() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith("honjin-client-") && name !== CLIENT);
  await Promise.all(old.map((name) => caches.delete(name)));
}

addEventListener("install", (event) => event.waitUntil(keepClient()));
addEventListener("activate", (event) =>
  event.waitUntil(
    Promise.all([dropOld(), clients.claim()]).then(() => keepStudy().catch(() => {})),
  ),
);
addEventListener("message", (event) => {
  if (event.data === "renew") skipWaiting();
  if (event.data === "study") event.waitUntil(keepStudy().catch(() => {}));
});

// ---------------------------------------------------------------- what is answered

const kept = async (name, url) => (await caches.open(name)).match(url);

async function page(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const shell = await kept(CLIENT, SHELL);
    if (!shell) throw error;
    return shell;
  }
}

async function file(request) {
  return (await kept(CLIENT, new URL(request.url).pathname)) ?? fetch(request);
}

/** The server's answer, which is kept; the one that was kept before where it takes too long. */
async function study(request, url) {
  const asked = fetch(request).then(async (answer) => {
    if (answer.ok) await (await caches.open(STUDY)).put(url.pathname, answer.clone());
    return answer;
  });
  const late = new Promise((_, reject) => setTimeout(reject, PATIENCE, new Error("late")));
  try {
    return await Promise.race([asked, late]);
  } catch {
    return (await kept(STUDY, url.pathname)) ?? asked;
  }
}

addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (isPage(request, url)) event.respondWith(page(request));
  else if (FILES.includes(url.pathname)) event.respondWith(file(request));
  else if (isStudy(url)) event.respondWith(study(request, url));
});

// ---------------------------------------------------------------- calls

const windows = () => clients.matchAll({ type: "window", includeUncontrolled: true });

/** Which page a window shows: its own address is that by which it was opened. */
const pathOf = (client) =>
  new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => done(data);
    setTimeout(done, 300, new URL(client.url).pathname);
    client.postMessage({ where: true }, [port2]);
  });

function read(data) {
  try {
    return data.json();
  } catch {
    return {};
  }
}

async function call({ title = "本陣 Honjin", body = "", path = "/", tag = "honjin", n = 0 }) {
  if (n > 0) await navigator.setAppBadge?.(n).catch(() => {});
  // Whoever looks at the table sees it there.
  const seen = (await windows()).filter((one) => one.focused);
  if ((await Promise.all(seen.map(pathOf))).includes(path)) return;
  await registration.showNotification(title, {
    body,
    tag,
    data: { path },
    icon: "/icons/192.png",
    badge: "/icons/badge.png",
  });
}

async function open(path) {
  const all = await windows();
  const paths = await Promise.all(all.map(pathOf));
  const found = all[Math.max(0, paths.indexOf(path))];
  if (!found) return clients.openWindow(path);
  await found.focus().catch(() => {});
  if (!paths.includes(path)) found.postMessage({ go: path });
}

/** The browser has a new address for pushes: the server is told. */
async function renew(event) {
  const options = event.oldSubscription?.options;
  const made =
    event.newSubscription ?? (options && (await registration.pushManager.subscribe(options)));
  const { endpoint, keys } = made?.toJSON() ?? {};
  if (!keys) return;
  const lang = navigator.language.startsWith("ja") ? "ja" : "en";
  await fetch("/api/calls/devices", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ endpoint, key: keys.p256dh, secret: keys.auth, lang }),
  });
}

addEventListener("push", (event) => event.waitUntil(call(event.data ? read(event.data) : {})));
addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.path ?? "/"));
});
addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(event)));
