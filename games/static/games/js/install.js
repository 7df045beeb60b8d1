// Lets the browser keep the offline page and receive pushes: starts the site's service worker.

/** @param {HTMLElement} body */
export function start(body) {
  const address = body.dataset.worker;
  if (!address || !("serviceWorker" in navigator)) return;
  const register = () => {
    // Where a browser forbids it (private windows), the site works as it does without.
    navigator.serviceWorker.register(address, { updateViaCache: "none" }).catch(() => {});
  };
  // After everything that the page itself needs.
  if (document.readyState === "complete") register();
  else window.addEventListener("load", register, { once: true });
}
