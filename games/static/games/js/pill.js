/**
 * How many games wait, and what is new: the pill and the bell in the header, the app's badge.
 */

/**
 * Fetch the pill and the bell anew.
 *
 * @param {HTMLElement} host holds the pill's address
 */
export async function renewPill(host) {
  const pill = document.getElementById("pill-turn");
  const address = host.dataset.urlPill;
  if (!pill || !address) return;
  try {
    const answer = await fetch(address, { headers: { Accept: "text/html" }, redirect: "manual" });
    if (answer.status !== 200) return;
    const holder = document.createElement("template");
    holder.innerHTML = await answer.text();
    for (const id of ["pill-turn", "bell"]) {
      const renewed = holder.content.querySelector(`#${id}`);
      const old = document.getElementById(id);
      if (!renewed || !old) continue;
      const hadFocus = old.contains(document.activeElement);
      old.replaceWith(renewed);
      const link = hadFocus ? (renewed.querySelector("a") ?? renewed) : null;
      if (link instanceof HTMLElement) link.focus({ preventScroll: true });
    }
  } catch {
    // The next word from the server brings it.
  }
}

/**
 * Show on the app's icon how many games wait, the open one among them.
 *
 * @param {boolean} isYourTurn in the game that is open
 */
export function badge(isYourTurn) {
  if (!("setAppBadge" in navigator)) return;
  const others = Number(document.querySelector("#pill-turn b")?.textContent ?? 0);
  void navigator.setAppBadge(others + (isYourTurn ? 1 : 0)).catch(() => {});
}
