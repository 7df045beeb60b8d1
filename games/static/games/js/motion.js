/**
 * What moves when a table has changed: tiles arrive, scores count. Nothing of it for people who want
 * less motion, and nothing is told by it alone.
 */

import { measure } from "./dom.js";

const COUNT_MS = 240;
const STILL = "(prefers-reduced-motion: reduce)";

/**
 * Tiles of somebody else drop in one after the other.
 *
 * @param {HTMLElement} table
 */
export function arrive(table) {
  const cells = [...table.querySelectorAll(".cell.is-last")];
  for (const [nth, cell] of cells.entries()) {
    if (cell instanceof HTMLElement) measure(cell, { nth, of: cells.length });
  }
  table.classList.add("is-fresh");
}

/**
 * The six shapes of a Qwirkle that was just made brighten one by one.
 *
 * @param {HTMLElement} table
 */
export function shine(table) {
  const cells = [...table.querySelectorAll(".cell.is-qwirkle")];
  for (const [shine, cell] of cells.entries()) {
    if (cell instanceof HTMLElement) measure(cell, { shine });
  }
  table.classList.add("is-shining");
}

/**
 * @param {HTMLElement} table
 * @returns {Map<string, number>} points by seat, as the page shows them
 */
export function scoresOf(table) {
  const seats = [...table.querySelectorAll(".seat")];
  return new Map(seats.map((seat) => [seatOf(seat), Number(pointsOf(seat)?.textContent)]));
}

/**
 * Let the scores run from what they were to what they are.
 *
 * @param {HTMLElement} table
 * @param {ReadonlyMap<string, number>} before points by seat
 */
export function countScores(table, before) {
  if (matchMedia(STILL).matches) return;
  for (const seat of table.querySelectorAll(".seat")) {
    const place = pointsOf(seat);
    const from = before.get(seatOf(seat));
    const to = Number(place?.textContent);
    if (place && from !== undefined && from < to) count(place, from, to);
  }
}

/**
 * @param {HTMLElement} place
 * @param {number} from
 * @param {number} to
 */
function count(place, from, to) {
  const start = performance.now();
  const tick = (/** @type {number} */ now) => {
    if (place.closest(".is-replaying")) return; // an earlier score stands there now
    const done = Math.min(1, Math.max(0, (now - start) / COUNT_MS));
    place.textContent = String(Math.round(from + (to - from) * done));
    if (done < 1 && place.isConnected) requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
}

/** @param {Element} seat */
function seatOf(seat) {
  return seat.getAttribute("data-seat") ?? "";
}

/**
 * @param {Element} seat
 * @returns {HTMLElement | null}
 */
function pointsOf(seat) {
  const place = seat.querySelector(".seat__points");
  return place instanceof HTMLElement ? place : null;
}
