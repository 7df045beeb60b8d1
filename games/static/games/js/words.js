/**
 * What the page says about a plan: the sum, the note on the board, the sentences read aloud.
 *
 * @typedef {import("./geometry.js").Line} Line
 * @typedef {import("./page.js").Facts} Facts
 * @typedef {import("./tentative.js").Plan} Plan
 * @typedef {import("./texts.js").Say} Say
 *
 * @typedef {import("./page.js").Points} Points
 *
 * @typedef {object} Preview what the server says about the tiles that lie
 * @property {number} score
 * @property {number} bonus
 * @property {Line[]} lines
 * @property {boolean} playable
 * @property {string} [error]
 * @property {Record<string, Points>} legal cells for the next tile, by tile
 *
 * @typedef {object} Mind
 * @property {Plan} plan
 * @property {Preview | null} preview
 * @property {Pick<Facts, "isYourTurn" | "legal">} facts
 * @property {boolean} isSlow
 * @property {Say} say
 * @property {(tile: string) => string} nameOf
 */

import { tileFace } from "./boardview.js";
import { sumText, whole } from "./geometry.js";
import { isTaking } from "./tentative.js";
import { capital } from "./texts.js";

const SINGLES_MAX = 3;

/**
 * @param {Plan} plan
 * @returns {string | undefined}
 */
function selectedTile({ selected, hand }) {
  return selected === null ? undefined : hand[selected];
}

/**
 * Where the selected tile may lie, by the server's own rules.
 *
 * @param {Pick<Mind, "plan" | "preview" | "facts">} mind
 * @returns {Points}
 */
export function legalPoints({ plan, preview, facts }) {
  const tile = selectedTile(plan);
  if (tile === undefined) return {};
  const isAsked = plan.laid.length > 0 || !facts.isYourTurn;
  const legal = isAsked ? preview?.legal : facts.legal;
  return legal?.[tile] ?? {};
}

/**
 * @param {Pick<Mind, "plan" | "preview" | "facts">} mind
 * @returns {string[]} cells for the selected tile, as "x,y"
 */
export function legalCells(mind) {
  return Object.keys(legalPoints(mind));
}

/**
 * @param {Mind} mind
 * @returns {string} "Orange sparkle, 4 places."
 */
export function selectedText(mind) {
  const tile = selectedTile(mind.plan);
  if (tile === undefined) return "";
  const name = capital(mind.nameOf(tile));
  return mind.say("say_places", { tile: name, count: legalCells(mind).length });
}

/**
 * @param {Mind} mind
 * @returns {string} "Red sparkle at 3, 4. Qwirkle. 18 points in 3 lines."
 */
export function placedText({ plan, preview, say, nameOf }) {
  const one = plan.laid.at(-1);
  if (!one) return "";
  const tile = capital(nameOf(one.tile));
  const words = [say("placed", { tile, x: whole(one.x), y: whole(one.y) })];
  if (preview?.playable) {
    if (preview.lines.some((line) => line.qwirkle)) words.push(say("qwirkle"));
    words.push(pointsText(preview, say));
  } else if (preview?.error) {
    words.push(preview.error);
  }
  return words.join(" ");
}

/**
 * @param {Preview} preview
 * @param {Say} say
 * @returns {string} "4 points." or "18 points in 3 lines."
 */
function pointsText({ score, lines }, say) {
  if (lines.length < 2) return `${say("points", { count: score })}.`;
  return say("points_lines", { points: score, count: lines.length });
}

/**
 * @param {Mind} mind
 * @returns {string} the line under "Your turn"
 */
export function sumLine({ plan, preview, isSlow, say }) {
  if (isSlow) return say("still_sending");
  if (plan.trade) return say("choose_trade");
  if (isTaking(plan)) return plan.taken ? "" : say("choose_tile");
  if (plan.power === "singles") return singlesLine(plan, preview, say);
  if (!plan.laid.length) return plan.selected === null ? "" : say("choose_place");
  if (!preview) return "";
  if (!preview.playable) return preview.error ?? "";
  const isSum = preview.lines.length > 1 || preview.bonus > 0;
  if (!isSum) return say("points", { count: preview.score });
  return sumText(preview.lines, preview.bonus, preview.score);
}

/**
 * @param {Plan} plan
 * @param {Preview | null} preview
 * @param {Say} say
 * @returns {string} "Tile 2 of 3 · 4 points"
 */
function singlesLine({ laid }, preview, say) {
  const count = preview && laid.length ? say("points", { count: preview.score }) : "";
  if (preview?.playable || laid.length >= SINGLES_MAX) return count;
  const next = say("single_of", { number: laid.length + 1 });
  return [next, count].filter(Boolean).join(" · ");
}

/**
 * Write the note on the board: places for the selected tile, or what the server wrote.
 *
 * @param {HTMLElement} root
 * @param {readonly Node[]} original
 * @param {Mind} mind
 */
export function drawNote(root, original, mind) {
  const note = root.querySelector("#note");
  if (!note) return;
  const tile = selectedTile(mind.plan);
  const count = legalCells(mind).length;
  const { power, laid } = mind.plan;
  if (isTaking(mind.plan)) {
    note.replaceChildren(mind.say("take_note"));
    return;
  }
  if (power === "singles" && tile === undefined && laid.length < SINGLES_MAX) {
    note.replaceChildren(mind.say("single_of", { number: laid.length + 1 }));
    return;
  }
  const isAsked = mind.plan.laid.length > 0 || !mind.facts.isYourTurn;
  const isOpen = isAsked && !mind.preview;
  if (tile === undefined || (isOpen && !count)) {
    note.replaceChildren(...original);
    return;
  }
  if (!count) {
    note.replaceChildren(mind.say("no_place"));
    return;
  }
  const hint = document.createElement("span");
  hint.className = "dim";
  hint.textContent = mind.say("tap_one");
  note.replaceChildren(mind.say("places", { count }), tileFace(tile, "tile tile--sm"), hint);
}
