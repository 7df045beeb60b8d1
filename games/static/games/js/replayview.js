/**
 * Draws the table as it was after some move, on top of the table as it is.
 *
 * @typedef {import("./ledger.js").Ledger} Ledger
 * @typedef {import("./replaystate.js").SeatThen} SeatThen
 * @typedef {import("./replaystate.js").Then} Then
 * @typedef {import("./texts.js").Say} Say
 */

import { keyOf } from "./boardview.js";
import { make } from "./dom.js";
import { readPly, signed } from "./replaystate.js";

/**
 * @param {ParentNode} root
 * @returns {import("./replaystate.js").Ply[]} oldest first
 */
export function readLog(root) {
  const rows = [...root.querySelectorAll(".moves li[data-ply]")];
  return rows.map((row) => readPly(row instanceof HTMLElement ? row.dataset : {})).reverse();
}

/**
 * @param {HTMLElement} root the table
 * @returns {Map<string, string>} tile by cell, as "x,y"
 */
export function tilesOn(root) {
  const cells = [...root.querySelectorAll(".cell[data-tile]:not([data-drawn])")];
  return new Map(cells.map((cell) => [keyOf(cell), cell.getAttribute("data-tile") ?? ""]));
}

/**
 * @param {ParentNode} root
 * @param {number} number
 * @returns {string} "Tessa_K +14: red circle, red square"
 */
export function moveText(root, number) {
  const tiles = [...(rowOf(root, number)?.querySelectorAll(".tile") ?? [])]
    .map((tile) => tile.getAttribute("aria-label"))
    .join(", ");
  return [didText(root, number), tiles].filter(Boolean).join(": ");
}

/**
 * @param {HTMLElement} root the table
 * @param {Then} then
 * @param {number} count of all moves
 * @param {Ledger} ledger
 * @param {Say} say
 */
export function drawThen(root, then, count, ledger, say) {
  ledger.toggle(root, "is-replaying", true);
  drawCells(root, then, ledger, say);
  for (const seat of root.querySelectorAll(".seat")) drawSeat(seat, then, ledger, say);
  drawTracker(root, then, ledger);
  drawRows(root, then.ply.number, ledger);
  drawMark(root, then.ply.number / count, ledger);
  drawNote(root, then.ply.number, count, ledger, say);
}

/**
 * @param {ParentNode} root
 * @param {number} number
 * @returns {HTMLElement | null} the row of this move in the log
 */
export function rowOf(root, number) {
  return root.querySelector(`.moves li[data-ply="${number}"]`);
}

/**
 * @param {ParentNode} root
 * @param {number} number
 * @returns {string} "Tessa_K +14" or "Tessa_K traded 3 tiles"
 */
export function didText(root, number) {
  const row = rowOf(root, number);
  const part = (/** @type {string} */ name) => row?.querySelector(name)?.textContent?.trim() ?? "";
  return [part(".moves__who b"), part(".moves__did") || part(".moves__pts")].join(" ");
}

/**
 * Later tiles become invisible and keep their cells, so the plane does not move.
 *
 * @param {HTMLElement} root
 * @param {Then} then
 * @param {Ledger} ledger
 * @param {Say} say
 */
function drawCells(root, then, ledger, say) {
  const mark = `, ${say("replay_last")}`;
  for (const ghost of root.querySelectorAll(".cell[data-ghost]")) {
    const isThere = then.cells.get(keyOf(ghost)) === ghost.getAttribute("data-ghost");
    ledger.toggle(ghost, "is-later", !isThere);
  }
  const cells = [...root.querySelectorAll(".cell[data-tile]:not([data-drawn])")];
  for (const cell of cells) {
    const key = keyOf(cell);
    const isLast = then.last.has(key);
    const name = (cell.getAttribute("aria-label") ?? "").replace(mark, "");
    ledger.toggle(cell, "is-later", then.cells.get(key) !== cell.getAttribute("data-tile"));
    ledger.toggle(cell, "is-last", isLast);
    ledger.attribute(cell, "aria-label", isLast ? name + mark : name);
  }
  const stop = cells.find((cell) => cell.getAttribute("tabindex") === "0");
  const seen = cells.find((cell) => cell.classList.contains("is-last"));
  if (!stop?.classList.contains("is-later") || !seen) return;
  ledger.attribute(stop, "tabindex", "-1");
  ledger.attribute(seen, "tabindex", "0");
}

/**
 * @param {Element} seat
 * @param {Then} then
 * @param {Ledger} ledger
 * @param {Say} say
 */
function drawSeat(seat, then, ledger, say) {
  const number = Number(seat.getAttribute("data-seat"));
  const was = then.seats[number];
  if (!was) return;
  ledger.toggle(seat, "is-turn", then.ply.seat === number);
  ledger.toggle(seat, "is-gone", was.hasLeft);
  write(seat, ".seat__points", String(was.score), ledger);
  write(seat, ".seat__score small", was.points === null ? "" : signed(was.points), ledger);
  const hand = seat.querySelector(".hand");
  if (!hand) return;
  ledger.attribute(hand, "aria-label", say("replay_hand", { count: was.hand }));
  for (const [index, pip] of [...hand.children].entries()) {
    ledger.toggle(pip, "no", index >= was.hand);
  }
}

/**
 * @param {HTMLElement} root
 * @param {Then} then
 * @param {Ledger} ledger
 */
function drawTracker(root, then, ledger) {
  write(root, '[data-count="bag"]', String(then.ply.bag), ledger);
  write(root, '[data-count="unseen"]', String(then.unseenCount), ledger);
  for (const entry of root.querySelectorAll(".tracker__grid [data-kind]")) {
    const unseen = then.unseen(entry.getAttribute("data-kind") ?? "");
    ledger.toggle(entry, "is-none", unseen === 0);
    write(entry, ".tracker__n", String(unseen), ledger);
  }
}

/**
 * @param {HTMLElement} root
 * @param {number} number
 * @param {Ledger} ledger
 */
function drawRows(root, number, ledger) {
  const now = rowOf(root, number);
  for (const row of root.querySelectorAll(".moves li")) ledger.toggle(row, "is-now", row === now);
  const list = now?.closest(".moves");
  if (!now || !list) return;
  const [outer, inner] = [list.getBoundingClientRect(), now.getBoundingClientRect()];
  if (inner.top < outer.top) list.scrollTop += inner.top - outer.top;
  else if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom;
}

/**
 * @param {HTMLElement} root
 * @param {number} part of the whole game, 0 to 1
 * @param {Ledger} ledger
 */
function drawMark(root, part, ledger) {
  const graph = root.querySelector("svg.graph");
  const mark = graph?.querySelector(".graph__mark");
  if (!(graph instanceof SVGElement) || !mark) return;
  const [left, right] = [Number(graph.dataset.left), Number(graph.dataset.right)];
  const x = (left + (right - left) * part).toFixed(1);
  ledger.attribute(mark, "x1", x);
  ledger.attribute(mark, "x2", x);
  ledger.toggle(mark, "is-on", true);
}

/**
 * @param {HTMLElement} root
 * @param {number} ply
 * @param {number} count
 * @param {Ledger} ledger
 * @param {Say} say
 */
function drawNote(root, ply, count, ledger, say) {
  const note = root.querySelector("#note");
  if (!note) return;
  const place = make("p", "board__note", { id: "replay-note" });
  const [move, did] = [document.createElement("b"), document.createElement("span")];
  move.textContent = say("replay_move", { ply, count });
  did.textContent = didText(root, ply);
  place.append(move, did);
  ledger.insert(note, place);
}

/**
 * @param {ParentNode} root
 * @param {string} selector
 * @param {string} text
 * @param {Ledger} ledger
 */
function write(root, selector, text, ledger) {
  for (const place of root.querySelectorAll(selector)) ledger.text(place, text);
}
