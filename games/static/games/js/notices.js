/**
 * What the page says aloud and shows for a while: the live region, the toast, the banner, the
 * question before a step that cannot be taken back.
 */

import { byId, make } from "./dom.js";

const SAY_AFTER_MS = 300;
const TOAST_MS = 5000;
const GOOD_NEWS_MS = 4000;

/** @type {ReturnType<typeof setTimeout> | undefined} */
let sayTimer;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let toastTimer;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let bannerTimer;

/**
 * Say something to people who listen; of several things at once the last one wins.
 *
 * @param {string} text
 */
export function announce(text) {
  clearTimeout(sayTimer);
  sayTimer = setTimeout(() => {
    const region = byId("news");
    if (region) region.textContent = text;
  }, SAY_AFTER_MS);
}

/**
 * Show a refusal for a while; it is an alert, so it is read out at once.
 *
 * @param {string} text
 */
export function toast(text) {
  const place = byId("toast");
  if (!place) return;
  clearTimeout(toastTimer);
  place.textContent = text;
  place.hidden = false;
  toastTimer = setTimeout(() => {
    place.hidden = true;
  }, TOAST_MS);
}

/**
 * Show a banner under the header until the next call; "" takes it away.
 *
 * @param {string} text
 * @param {{label: string, onPress: () => void}} [button]
 */
export function banner(text, button) {
  const place = byId("banner");
  if (!place) return;
  clearTimeout(bannerTimer);
  place.classList.remove("banner--good");
  place.hidden = text === "";
  place.textContent = text;
  if (!button) return;
  const press = make("button", "btn btn--sm", { type: "button" });
  press.textContent = button.label;
  press.addEventListener("click", button.onPress);
  place.append(press);
}

/**
 * Show good news for a few seconds in the place of a banner.
 *
 * @param {string} text
 */
export function goodBanner(text) {
  banner(text);
  byId("banner")?.classList.add("banner--good");
  bannerTimer = setTimeout(() => banner(""), GOOD_NEWS_MS);
}

/**
 * Ask before a step that cannot be taken back. The safe answer stands first and has the focus.
 *
 * @param {{question: string, consequence: string, yes: string, no: string}} words
 * @returns {Promise<boolean>}
 */
export function ask(words) {
  const dialog = byId("confirm");
  if (!(dialog instanceof HTMLDialogElement)) return Promise.resolve(false);
  fillIn("confirm-question", words.question);
  fillIn("confirm-consequence", words.consequence);
  fillIn("confirm-yes", words.yes);
  fillIn("confirm-no", words.no);
  dialog.returnValue = "no";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true });
  });
}

/**
 * @param {string} id
 * @param {string} text
 */
function fillIn(id, text) {
  const place = byId(id);
  if (place) place.textContent = text;
}
