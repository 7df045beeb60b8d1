// Boots the modules that elements name in `data-module`: each exports `start(element)`.

/** @typedef {{ start: (element: HTMLElement) => void }} PageModule */

/** @type {WeakSet<Element>} */
const started = new WeakSet();

/**
 * Load one module by its name and hand it its element.
 *
 * @param {HTMLElement} element
 */
async function boot(element) {
  const name = element.dataset.module ?? "";
  if (started.has(element) || !/^[a-z]+$/.test(name)) return;
  started.add(element);
  /** @type {PageModule} */
  const page = await import(`./${name}.js`);
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
