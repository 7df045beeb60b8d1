/**
 * Draws the dock: the rack, the sum, the actions.
 *
 * @typedef {import("./tentative.js").Plan} Plan
 * @typedef {import("./texts.js").Say} Say
 *
 * @typedef {object} DockState
 * @property {Plan} plan
 * @property {import("./rack.js").Rack} rack
 * @property {readonly number[]} fresh slots of the tiles that have just come out of the bag
 * @property {number} held slot of the tile in the hand of the player, or -1
 * @property {boolean} isYourTurn
 * @property {boolean} isBusy a move is on its way
 * @property {boolean} isPlayable the tiles can be played as they lie
 * @property {number} score
 * @property {string} sum what stands under "Your turn"
 * @property {number} tradeMax
 * @property {boolean} mayPass
 * @property {string} takenName name of the tile that is to be taken off the board, or ""
 */

import { drawRack } from "./rackview.js";
import { isTaking } from "./tentative.js";

/**
 * @param {HTMLElement} table
 * @param {DockState} state
 * @param {Say} say
 */
export function drawDock(table, state, say) {
  drawRack(table, state);
  const { plan, isYourTurn, isBusy } = state;
  const isFree = isYourTurn && !isBusy;
  allow(table, "undo", !isBusy && plan.laid.length > 0);
  allow(table, "shuffle", !isBusy);
  allow(table, "sort", !isBusy);
  allow(table, "trade", isFree && state.tradeMax > 0);
  allow(table, "pass", isFree && state.mayPass);
  allow(table, "resign", !isBusy);
  allow(table, "abort", !isBusy);
  for (const trade of acts(table, "trade")) {
    trade.setAttribute("aria-pressed", String(plan.trade !== null));
    const label = trade.querySelector("[data-label]");
    if (label) label.textContent = say(plan.trade ? "cancel" : "trade");
  }
  for (const token of table.querySelectorAll(".powers [data-power]")) {
    const power = token.getAttribute("data-power");
    token.setAttribute("aria-pressed", String(plan.power !== "" && plan.power === power));
  }
  const sum = table.querySelector("#sum");
  if (sum) sum.textContent = state.sum;
  drawPlay(table, state, say);
  drawScore(table, state);
}

/**
 * While a move is on its way its points stand in the score already; a refusal takes them back.
 *
 * @param {HTMLElement} table
 * @param {DockState} state
 */
function drawScore(table, { isBusy, isPlayable, plan, score }) {
  const points = table.querySelector(".seat.is-you .seat__points");
  if (!(points instanceof HTMLElement)) return;
  points.dataset.points ??= points.textContent ?? "";
  const isCounted = isBusy && isPlayable && plan.laid.length > 0;
  const total = Number(points.dataset.points) + (isCounted ? score : 0);
  points.textContent = String(total);
}

/**
 * @param {HTMLElement} table
 * @param {DockState} state
 * @param {Say} say
 */
function drawPlay(table, state, say) {
  const play = table.querySelector("#play");
  const label = table.querySelector("#play-label");
  const points = table.querySelector("#play-points");
  if (!play || !label || !points) return;
  const { plan, isBusy, isPlayable, isYourTurn, score } = state;
  const isOther = isTaking(plan) ? plan.taken !== "" : isPlayable;
  const isReady = plan.trade ? plan.trade.length > 0 : isOther;
  play.setAttribute("aria-disabled", String(isBusy || !isYourTurn || !isReady));
  play.classList.toggle("is-busy", isBusy);
  label.textContent = playLabel(state, say);
  const isScored = isYourTurn && !plan.trade && plan.laid.length > 0 && isPlayable;
  points.textContent = isScored ? `+${score}` : "";
}

/**
 * @param {DockState} state
 * @param {Say} say
 * @returns {string}
 */
function playLabel({ plan, isBusy, isYourTurn, takenName }, say) {
  if (isBusy) return say("playing");
  if (isTaking(plan)) return plan.taken ? say("take_tile", { tile: takenName }) : say("take");
  if (plan.trade) return say("trade_n", { count: plan.trade.length });
  return say(isYourTurn ? "play" : "not_your_turn");
}

/**
 * @param {HTMLElement} table
 * @param {string} act
 * @returns {HTMLButtonElement[]}
 */
function acts(table, act) {
  return [...table.querySelectorAll(`[data-act="${act}"]`)].filter(
    (one) => one instanceof HTMLButtonElement,
  );
}

/**
 * @param {HTMLElement} table
 * @param {string} act
 * @param {boolean} isAllowed
 */
function allow(table, act, isAllowed) {
  for (const one of acts(table, act)) one.disabled = !isAllowed;
}
