/**
 * What the form of a standing order holds, and where the focus goes after it was sent.
 *
 * @typedef {import("./tentative.js").Plan} Plan
 * @typedef {import("./words.js").Preview} Preview
 */

import { moveText } from "./tentative.js";

/**
 * The move that lies on the board while another player's turn lasts, and its points.
 *
 * @param {{plan: Plan, preview: Preview | null, facts: {isYourTurn: boolean}}} table
 * @returns {{move: string, least: number}} move "" when nothing lies that could be played
 */
export function wish({ plan, preview, facts }) {
  const isMove = !facts.isYourTurn && plan.laid.length > 0 && !plan.power && !plan.trade;
  if (!isMove || !preview?.playable) return { move: "", least: 0 };
  return { move: moveText(plan), least: preview.score };
}

/**
 * The button that stands for the pressed one after the list has changed: a choice that went up is
 * followed, after all else the list's first button comes.
 *
 * @param {string} did "up-1", "down-0", "remove-2", "add" ...
 * @returns {string[]} values of buttons, the best one first
 */
export function nextButtons(did) {
  const [verb = "", place = ""] = did.split("-");
  const at = Number(place);
  if (verb === "up") return [`up-${at - 1}`, `down-${at - 1}`];
  if (verb === "down") return [`down-${at + 1}`, `up-${at + 1}`];
  if (verb === "remove") return [`remove-${at}`, `remove-${at - 1}`, "add"];
  return [did, "add"];
}

/**
 * @param {HTMLElement | null} panel
 * @param {string} did
 */
export function refocus(panel, did) {
  for (const value of nextButtons(did)) {
    const button = panel?.querySelector(`button[name=do][value="${CSS.escape(value)}"]`);
    if (!(button instanceof HTMLButtonElement) || button.disabled) continue;
    button.focus();
    return;
  }
}
