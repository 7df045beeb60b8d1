/**
 * The service worker of the whole site: shows what is pushed, and a page of its own when there is no
 * network. It keeps that one page and its files, never a game or anything of somebody's own.
 *
 * A classic script, which every browser runs as a worker; `/sw.js` sets `SITE` and loads it.
 *
 * @typedef {object} SiteFacts
 * @property {string} version changes with every file that is kept
 * @property {string} offline address of the page for no network
 * @property {string[]} assets addresses of the files of that page
 * @property {string} icon picture beside a notification
 * @property {string} badge form of the small mark on a phone's top line
 * @property {string} name of the site
 * @property {string} key address that tells the site's public key
 * @property {string} subscribe address that takes a subscription
 *
 * @typedef {object} Pushed
 * @property {string} title
 * @property {string} body
 * @property {string} tag one notification for each game: a newer one takes its place
 * @property {string} url path of the page to open
 * @property {number} [count] games that wait, for the app's badge
 */

const worker = /** @type {ServiceWorkerGlobalScope & { SITE: SiteFacts }} */ (
  /** @type {unknown} */ (self)
);

worker.addEventListener("install", (event) => {
  event.waitUntil(keepOfflinePage().then(() => worker.skipWaiting()));
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(dropOldCaches().then(() => worker.registration.navigationPreload?.enable()));
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(openPage(event));
  else if (isKept(request.url)) event.respondWith(readKept(request));
});

/** Pushes that come at once are shown in the order in which they came. */
let shown = Promise.resolve();

worker.addEventListener("push", (event) => {
  const pushed = readPushed(event.data);
  shown = shown.catch(() => {}).then(() => show(pushed));
  event.waitUntil(shown);
});

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openWindow(event.notification.data?.url));
});

worker.addEventListener("pushsubscriptionchange", (event) => {
  event.waitUntil(subscribeAgain(/** @type {PushSubscriptionChange} */ (event)));
});

/** @typedef {ExtendableEvent & { oldSubscription?: PushSubscription | null }} PushSubscriptionChange */

async function keepOfflinePage() {
  const cache = await caches.open(worker.SITE.version);
  // Without cookies: the page that is kept is a visitor's, whoever is signed in.
  const page = await fetch(worker.SITE.offline, { credentials: "omit", cache: "no-store" });
  if (!page.ok) throw new Error("The offline page could not be fetched.");
  await cache.put(worker.SITE.offline, page);
  await cache.addAll(worker.SITE.assets);
}

async function dropOldCaches() {
  for (const name of await caches.keys()) {
    if (name !== worker.SITE.version) await caches.delete(name);
  }
}

/**
 * @param {FetchEvent} event
 * @returns {Promise<Response>}
 */
async function openPage(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return (await caches.match(worker.SITE.offline)) ?? Response.error();
  }
}

/**
 * @param {string} address
 * @returns {boolean}
 */
function isKept(address) {
  const { origin, pathname } = new URL(address);
  return origin === worker.location.origin && worker.SITE.assets.includes(pathname);
}

/**
 * @param {Request} request
 * @returns {Promise<Response>}
 */
async function readKept(request) {
  return (await caches.match(request)) ?? fetch(request);
}

/**
 * @param {PushMessageData | null} data
 * @returns {Pushed} something to show in any case: a browser wants every push to be seen
 */
function readPushed(data) {
  const plain = { title: worker.SITE.name, body: "", tag: "site", url: "/" };
  try {
    return { ...plain, ...data?.json() };
  } catch {
    return plain;
  }
}

/** @param {Pushed} pushed */
async function show(pushed) {
  await worker.registration.showNotification(pushed.title, {
    body: pushed.body,
    tag: pushed.tag,
    icon: worker.SITE.icon,
    badge: worker.SITE.badge,
    data: { url: ownAddress(pushed.url) },
    ...{ renotify: true },
  });
  if (pushed.count !== undefined) await worker.navigator.setAppBadge?.(pushed.count);
}

/**
 * @param {unknown} url
 * @returns {string} the same address if it is one of this site, else the start page
 */
function ownAddress(url) {
  const start = new URL("/", worker.location.origin);
  try {
    const address = new URL(String(url), start);
    return address.origin === start.origin ? address.href : start.href;
  } catch {
    return start.href;
  }
}

/** @param {unknown} url */
async function openWindow(url) {
  const address = ownAddress(url);
  const windows = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const path = new URL(address).pathname;
  const open = windows.find((client) => new URL(client.url).pathname === path);
  await (open ? open.focus() : worker.clients.openWindow(address));
}

/** @param {PushSubscriptionChange} event */
async function subscribeAgain(event) {
  const answer = await fetch(worker.SITE.key, { headers: { Accept: "application/json" } });
  if (!answer.ok || answer.redirected) return; // signed out: nobody to tell anything
  const { key, token } = await answer.json();
  const subscription = await worker.registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: key,
  });
  const { endpoint, keys } = subscription.toJSON();
  await fetch(worker.SITE.subscribe, {
    method: "POST",
    headers: { Accept: "application/json", "X-CSRFToken": token },
    body: new URLSearchParams({
      endpoint: endpoint ?? "",
      p256dh: keys?.p256dh ?? "",
      auth: keys?.auth ?? "",
      replaces: event.oldSubscription?.endpoint ?? "",
    }),
  });
}
