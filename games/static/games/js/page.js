/**
 * The `#table` element: what the server says in it, and how one such element replaces another.
 *
 * @typedef {Record<string, number | null>} Points cells "x,y" with the points of the move; null when
 *   they depend on tiles still to be laid
 *
 * @typedef {object} Facts
 * @property {string} id
 * @property {number} version
 * @property {boolean} isOver
 * @property {boolean} isSeated
 * @property {boolean} isYourTurn
 * @property {string[]} hand
 * @property {Set<string>} taken cells with a tile, as "x,y"
 * @property {Record<string, Points>} legal by tile, when nothing is laid; empty off turn
 * @property {number} tradeMax
 * @property {boolean} mayPass
 * @property {string[]} usable names of the powers that may be used now
 * @property {Record<string, string[]>} takeable cells from which a power may take a tile, by power
 * @property {number} edge cells along the edge of the table, from 0,0; 0 when it has none
 * @property {{move: string, preview: string, table: string, resign: string, abort: string}} urls
 */

import { takenCells } from "./boardview.js";
import { tidy } from "./dom.js";
import { badge } from "./pill.js";
import { exchange } from "./stay.js";

/**
 * @param {HTMLElement} table
 * @returns {Facts}
 */
export function readFacts(table) {
  const data = table.dataset;
  return {
    id: data.game ?? "",
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
    usable: (data.usable ?? "").split(" ").filter(Boolean),
    takeable: JSON.parse(data.takeable || "{}") || {},
    edge: Number(data.edge ?? 0),
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
 * Put a new table in the place of the old one; open sheets and folds stay as they are.
 *
 * @param {HTMLElement} before
 * @param {HTMLElement} after
 * @returns {() => void} puts the focus back where it was; to be called when the table is drawn
 */
export function replaceTable(before, after) {
  const open = [...before.querySelectorAll(":popover-open")].map((sheet) => sheet.id);
  const isUnfolded = before.querySelector("details.fair[open]") !== null;
  const focused = before.contains(document.activeElement) ? addressOf(document.activeElement) : "";
  exchange(before, after);
  for (const id of open) {
    const sheet = document.getElementById(id);
    if (sheet && after.contains(sheet) && !sheet.matches(":popover-open")) sheet.showPopover();
  }
  for (const fold of after.querySelectorAll("details.fair")) {
    fold.toggleAttribute("open", isUnfolded);
  }
  return () => {
    const target = focused ? after.querySelector(focused) : null;
    if (target instanceof HTMLElement) target.focus({ preventScroll: true });
  };
}

/**
 * Between two moves only what is named in `data-renew` can change: somebody comes or goes, a clock
 * stands, runs or has more time. What a player has in mind stays as it is.
 *
 * @param {HTMLElement} before
 * @param {HTMLElement} after
 * @returns {string} the news of the clock, or "" when there is none
 */
export function renewBetween(before, after) {
  for (const old of before.querySelectorAll("[data-renew]")) {
    const name = old.getAttribute("data-renew");
    const fresh = after.querySelector(`[data-renew="${name}"]`);
    if (!fresh || old.matches(":popover-open") || contents(old) === contents(fresh)) continue;
    const hadFocus = old.contains(document.activeElement);
    old.replaceWith(fresh);
    const next = hadFocus ? before.querySelector(".btn--play") : null;
    if (next instanceof HTMLElement) next.focus({ preventScroll: true });
  }
  const [old, news] = [before, after].map((table) => table.querySelector('[data-news="clock"]'));
  const text = tidy(news?.textContent);
  if (!old || text === tidy(old.textContent)) return "";
  old.textContent = text;
  return text;
}

/**
 * An element as text, but for the tokens that are new each time.
 *
 * @param {Element} element
 * @returns {string}
 */
function contents(element) {
  const copy = /** @type {Element} */ (element.cloneNode(true));
  for (const token of copy.querySelectorAll("[name=csrfmiddlewaretoken]")) token.remove();
  return copy.outerHTML;
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
  for (const name of ["data-act", "data-slot", "data-step", "data-power"]) {
    const value = element.getAttribute(name);
    if (value) return `[${name}="${CSS.escape(value)}"]`;
  }
  const cell = element.closest(".cell");
  if (!cell) return "#play";
  return `.cell[data-x="${cell.getAttribute("data-x")}"][data-y="${cell.getAttribute("data-y")}"]`;
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
  const state = document.getElementById("top-state");
  if (state) {
    const face = table.querySelector(".seat [data-deadline]");
    const paused = table.querySelector("[data-paused]")?.getAttribute("data-paused");
    state.textContent = tidy(table.dataset.state);
    if (face) state.append(" · ", face.cloneNode(true));
    if (paused) state.prepend(tidy(paused), " · ");
  }
  badge(isYourTurn);
}

/**
 * @param {HTMLElement} table
 * @param {("last" | "turn" | "scores" | "clock")[]} parts
 * @returns {string} the news that the server wrote
 */
export function newsOf(table, parts) {
  return parts
    .map((part) => tidy(table.querySelector(`[data-news="${part}"]`)?.textContent))
    .filter(Boolean)
    .join(" ");
}
