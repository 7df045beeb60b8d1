// The service worker as a browser runs it: a classic script with listeners, here with a small world
// around it that records what it does.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import vm from "node:vm";

const SCRIPT = new URL("../../games/static/games/worker/site.js", import.meta.url);
const SITE = {
  version: "v2",
  offline: "/offline/",
  assets: ["/static/base.css"],
  icon: "/icon.png",
  badge: "/badge.png",
  name: "Qwirkle Club",
  key: "/push/key/",
  subscribe: "/push/subscribe/",
};

/** @param {Record<string, any>} [world] what differs from the usual one */
function startWorker(world = {}) {
  /** @type {Record<string, (event: any) => void>} */
  const listeners = {};
  /** @type {{shown: any[], opened: string[], posted: any[], kept: Map<string, string>}} */
  const seen = { shown: [], opened: [], posted: [], kept: new Map() };
  const self = {
    SITE,
    location: new URL("https://club.example/sw.js"),
    addEventListener: (/** @type {string} */ name, /** @type {any} */ run) => {
      listeners[name] = run;
    },
    skipWaiting: async () => {},
    navigator: {},
    registration: {
      showNotification: async (/** @type {string} */ title, /** @type {any} */ options) => {
        seen.shown.push({ title, ...options });
      },
      pushManager: {
        subscribe: async () => ({
          toJSON: () => ({
            endpoint: "https://push.example/new",
            keys: { p256dh: "p", auth: "a" },
          }),
        }),
      },
    },
    clients: {
      matchAll: async () => world.windows ?? [],
      openWindow: async (/** @type {string} */ address) => seen.opened.push(address),
    },
  };
  const caches = {
    open: async () => ({
      put: async (/** @type {string} */ url, /** @type {any} */ answer) =>
        seen.kept.set(url, answer.text),
      addAll: async (/** @type {string[]} */ urls) => {
        for (const url of urls) seen.kept.set(url, "a file");
      },
    }),
    keys: async () => [],
    match: async (/** @type {any} */ asked) => seen.kept.get(asked.url ?? asked),
  };
  const fetch = async (/** @type {any} */ asked, /** @type {any} */ options) => {
    if (options?.method === "POST")
      seen.posted.push([asked, String(options.body), options.headers]);
    if (world.isOffline) throw new TypeError("no network");
    if (asked === "/push/key/") return { ok: true, json: async () => ({ key: "k", token: "t" }) };
    return { ok: true, text: `${options?.credentials} ${asked.url ?? asked}` };
  };
  const context = vm.createContext({ self, caches, fetch, URL, URLSearchParams, Response });
  vm.runInContext(readFileSync(SCRIPT, "utf8"), context);
  /** @param {string} name @param {Record<string, any>} event */
  const send = async (name, event) => {
    /** @type {Promise<any> | undefined} */
    let work;
    const keep = (/** @type {Promise<any>} */ promise) => {
      work = promise;
    };
    listeners[name]?.({ waitUntil: keep, respondWith: keep, ...event });
    return work;
  };
  return { send, seen };
}

const pushed = (/** @type {any} */ value) => ({ data: { json: () => value } });
const opening = (/** @type {string} */ url) => ({
  request: { method: "GET", mode: "navigate", url: `https://club.example${url}` },
});

test("a push becomes one notification for its game, with the address of the game", async () => {
  const { send, seen } = startWorker();
  await send(
    "push",
    pushed({ title: "Your turn", body: "Bo +6", tag: "game.x", url: "/games/x/" }),
  );
  assert.equal(seen.shown.length, 1);
  const { title, body, tag, data } = seen.shown[0];
  assert.deepEqual([title, body, tag], ["Your turn", "Bo +6", "game.x"]);
  assert.equal(data.url, "https://club.example/games/x/");
});

test("a push that cannot be read is shown all the same", async () => {
  const { send, seen } = startWorker();
  const broken = () => {
    throw new SyntaxError("no JSON");
  };
  await send("push", { data: { json: broken } });
  assert.equal(seen.shown[0].title, "Qwirkle Club");
});

test("a push cannot lead to another site", async () => {
  const { send, seen } = startWorker();
  for (const url of [
    "https://evil.example/",
    "//evil.example",
    "javascript:alert(1)",
    "http://[",
  ]) {
    await send("push", pushed({ title: "t", url }));
  }
  const led = seen.shown.map((one) => one.data.url);
  assert.deepEqual(new Set(led), new Set(["https://club.example/"]));
});

test("a click on a notification goes to the open window of this game, else opens one", async () => {
  let focused = "";
  const window = (/** @type {string} */ url) => ({ url, focus: () => (focused = url) });
  const windows = [window("https://club.example/"), window("https://club.example/games/x/?m=3")];
  const { send, seen } = startWorker({ windows });
  const notification = { close: () => {}, data: { url: "https://club.example/games/x/" } };
  await send("notificationclick", { notification });
  assert.equal(focused, "https://club.example/games/x/?m=3");
  const other = { close: () => {}, data: { url: "https://club.example/games/y/" } };
  await send("notificationclick", { notification: other });
  assert.deepEqual(seen.opened, ["https://club.example/games/y/"]);
});

test("what is kept is a visitor's offline page and its files, and no page that was opened", async () => {
  const { send, seen } = startWorker();
  await send("install", {});
  await send("fetch", opening("/games/x/"));
  assert.deepEqual([...seen.kept.keys()], ["/offline/", "/static/base.css"]);
  assert.equal(seen.kept.get("/offline/"), "omit /offline/");
});

test("without a network a page is the offline page, and nothing else is answered", async () => {
  const world = { isOffline: false };
  const { send } = startWorker(world);
  await send("install", {});
  world.isOffline = true;
  assert.equal(await send("fetch", opening("/games/x/")), "omit /offline/");
  const form = { ...opening("/games/x/moves/").request, method: "POST" };
  assert.equal(await send("fetch", { request: form }), undefined);
  const data = { method: "GET", mode: "cors", url: "https://club.example/games/x/table/" };
  assert.equal(await send("fetch", { request: data }), undefined);
});

test("a browser that gets a new address at its push service tells the site", async () => {
  const { send, seen } = startWorker();
  const oldSubscription = { endpoint: "https://push.example/old" };
  await send("pushsubscriptionchange", { oldSubscription });
  const [url, body, headers] = seen.posted[0];
  assert.equal(url, "/push/subscribe/");
  assert.equal(headers["X-CSRFToken"], "t");
  const fields = Object.fromEntries(new URLSearchParams(body));
  assert.deepEqual(fields, {
    endpoint: "https://push.example/new",
    p256dh: "p",
    auth: "a",
    replaces: "https://push.example/old",
  });
});
