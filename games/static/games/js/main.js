// Boots the modules that elements name in `data-module`: each exports `start(element)`.

/** @typedef {{ start: (element: HTMLElement) => void }} PageModule */

/**
 * Every module by its name. Each import is written out, so that it is rewritten to the hashed name
 * of the file, which browsers keep for ever.
 *
 * @type {Record<string, () => Promise<PageModule>>}
 */
const MODULES = {
  bell: () => import("./bell.js"),
  clock: () => import("./clock.js"),
  chat: () => import("./chat.js"),
  copy: () => import("./copy.js"),
  curve: () => import("./curve.js"),
  display: () => import("./display.js"),
  drop: () => import("./drop.js"),
  fairness: () => import("./fairness.js"),
  habits: () => import("./habits.js"),
  home: () => import("./home.js"),
  install: () => import("./install.js"),
  messages: () => import("./messages.js"),
  note: () => import("./note.js"),
  passkey: () => import("./passkey.js"),
  password: () => import("./password.js"),
  push: () => import("./push.js"),
  replay: () => import("./replay.js"),
  sections: () => import("./sections.js"),
  table: () => import("./table.js"),
  zone: () => import("./zone.js"),
};

/** @type {WeakSet<Element>} */
const started = new WeakSet();

/**
 * Load one module by its name and hand it its element.
 *
 * @param {HTMLElement} element
 */
async function boot(element) {
  const load = MODULES[element.dataset.module ?? ""];
  if (started.has(element) || !load) return;
  started.add(element);
  const page = await load();
  page.start(element);
}

/**
 * Boot everything inside an element, and the element itself.
 *
 * @param {ParentNode & Node} root
 */
function bootAll(root) {
  if (root instanceof HTMLElement && root.dataset.module) void boot(root);
  for (const element of root.querySelectorAll("[data-module]")) {
    if (element instanceof HTMLElement) void boot(element);
  }
}

bootAll(document);
document.addEventListener("htmx:load", (event) => {
  if (event.target instanceof HTMLElement) bootAll(event.target);
});
