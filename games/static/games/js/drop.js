// Drop-down menus: plain <details>, which also close on Escape and on a click elsewhere.

/** @param {HTMLElement} element */
export function start(element) {
  if (!(element instanceof HTMLDetailsElement)) return;
  const menu = element;
  document.addEventListener("pointerdown", (event) => {
    if (event.target instanceof Node && !menu.contains(event.target)) menu.open = false;
  });
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !menu.open) return;
    menu.open = false;
    menu.querySelector("summary")?.focus();
  });
}
