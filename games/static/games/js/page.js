/**
 * The `#table` element: what the server says in it, and how one such element replaces another.
 *
 * @typedef {object} Facts
 * @property {number} version
 * @property {boolean} isOver
 * @property {boolean} isSeated
 * @property {boolean} isYourTurn
 * @property {string[]} hand
 * @property {Set<string>} taken cells with a tile, as "x,y"
 * @property {Record<string, string[]>} legal by tile, when nothing is laid; empty off turn
 * @property {number} tradeMax
 * @property {boolean} mayPass
 * @property {{move: string, preview: string, table: string, resign: string, abort: string}} urls
 */

import { takenCells } from "./boardview.js";
import { tidy } from "./dom.js";

/**
 * @param {HTMLElement} table
 * @returns {Facts}
 */
export function readFacts(table) {
  const data = table.dataset;
  return {
    version: Number(data.version),
    isOver: data.status !== "running",
    isSeated: data.you !== "",
    isYourTurn: data.yourTurn === "yes",
    hand: [...table.querySelectorAll(".rack [data-tile]")].map(
      (tile) => tile.getAttribute("data-tile") ?? "",
    ),
    taken: new Set(takenCells(table)),
    legal: JSON.parse(data.legal || "{}") || {},
    tradeMax: Number(data.tradeMax),
    mayPass: data.mayPass === "yes",
    urls: {
      move: data.urlMove ?? "",
      preview: data.urlPreview ?? "",
      table: data.urlTable ?? "",
      resign: data.urlResign ?? "",
      abort: data.urlAbort ?? "",
    },
  };
}

/**
 * @param {string} html a fragment from our own server
 * @returns {HTMLElement | null} its table, or null when it is something else
 */
export function parseTable(html) {
  const holder = document.createElement("template");
  holder.innerHTML = html;
  const table = holder.content.querySelector("#table");
  return table instanceof HTMLElement ? table : null;
}

/**
 * Put a new table in the place of the old one; open sheets stay open and the focus stays put.
 *
 * @param {HTMLElement} before
 * @param {HTMLElement} after
 */
export function replaceTable(before, after) {
  const open = [...before.querySelectorAll(":popover-open")].map((sheet) => sheet.id);
  const isUnfolded = before.querySelector("details.fair[open]") !== null;
  const focused = before.contains(document.activeElement) ? addressOf(document.activeElement) : "";
  before.replaceWith(after);
  for (const id of open) {
    const sheet = document.getElementById(id);
    if (sheet && after.contains(sheet)) sheet.showPopover();
  }
  for (const fold of after.querySelectorAll("details.fair")) {
    fold.toggleAttribute("open", isUnfolded);
  }
  const target = focused ? after.querySelector(focused) : null;
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
}

/**
 * A selector that finds the same control again in another table.
 *
 * @param {Element | null} element
 * @returns {string}
 */
function addressOf(element) {
  if (!element) return "";
  if (element.id) return `#${CSS.escape(element.id)}`;
  const act = element.getAttribute("data-act");
  if (act) return `[data-act="${act}"]`;
  const slot = element.closest("[data-slot]")?.getAttribute("data-slot");
  return slot ? `[data-slot="${slot}"] button` : "#play";
}

/**
 * Set title and icon of the window; both say whether it is the player's turn.
 *
 * @param {HTMLElement} host
 * @param {HTMLElement} table
 */
export function retitle(host, table) {
  document.title = `${tidy(table.dataset.title)} · ${host.dataset.site ?? ""}`;
  const icon = document.querySelector('link[rel="icon"]');
  const isYourTurn = table.dataset.yourTurn === "yes";
  const address = isYourTurn ? host.dataset.iconTurn : host.dataset.icon;
  if (icon && address) icon.setAttribute("href", address);
}

/**
 * @param {HTMLElement} table
 * @param {("last" | "turn" | "scores")[]} parts
 * @returns {string} the news that the server wrote
 */
export function newsOf(table, parts) {
  return parts
    .map((part) => tidy(table.querySelector(`[data-news="${part}"]`)?.textContent))
    .filter(Boolean)
    .join(" ");
}
