/**
 * Send one move and keep the player told while no answer comes.
 *
 * @typedef {import("./api.js").Answer} Answer
 */

import { readAnswer } from "./api.js";

/** After this long the page says that it is still sending, in ms. */
export const SLOW_MS = 4000;
/** After this long the page gives up waiting and offers to send again, in ms. */
export const SILENT_MS = 12000;

/**
 * Run a request with a word after `SLOW_MS` and an end after `SILENT_MS`. It never tries again by
 * itself: the player does, with the same key, so nothing can be played twice.
 *
 * @param {(signal: AbortSignal) => Promise<Answer>} request
 * @param {() => void} onSlow
 * @param {{slow: number, silent: number}} [times]
 * @returns {Promise<Answer>}
 */
export async function sendOnce(request, onSlow, times = { slow: SLOW_MS, silent: SILENT_MS }) {
  const abort = new AbortController();
  const slow = setTimeout(onSlow, times.slow);
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let silent;
  const silence = new Promise((resolve) => {
    silent = setTimeout(() => resolve(readAnswer(0, null)), times.silent);
  });
  try {
    return await Promise.race([request(abort.signal), /** @type {Promise<Answer>} */ (silence)]);
  } finally {
    clearTimeout(slow);
    clearTimeout(silent);
    abort.abort();
  }
}
