/**
 * Draws on the board what lies there for now: legal cells, tentative tiles, lines and their points.
 * The server draws the tiles that are final; this adds to its cells and takes back what it added.
 *
 * @typedef {import("./geometry.js").Line} Line
 * @typedef {import("./tentative.js").Laid} Laid
 * @typedef {import("./texts.js").Say} Say
 *
 * @typedef {object} Drawing
 * @property {readonly Laid[]} laid
 * @property {readonly string[]} legal cells for the selected tile, as "x,y"
 * @property {readonly Line[]} lines
 * @property {ReadonlySet<string>} refused cells at fault, as "x,y"
 * @property {boolean} isSending the tiles are on their way and look final
 * @property {boolean} isTrying it is not the player's turn
 * @property {boolean} isDimmed
 * @property {(tile: string) => string} nameOf
 */

import { make, measure } from "./dom.js";
import { boxAround, chipPlace, outline, parseCell, whole } from "./geometry.js";
import { capital } from "./texts.js";

const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {HTMLElement} table
 * @param {Drawing} drawing
 * @param {Say} say
 */
export function drawBoard(table, drawing, say) {
  const board = table.querySelector(".board");
  const plane = table.querySelector(".board__plane");
  if (!(board instanceof HTMLElement) || !(plane instanceof HTMLElement)) return;
  const focused = focusedCell(plane);
  for (const old of plane.querySelectorAll("[data-drawn]")) old.remove();
  board.classList.toggle("is-trying", drawing.isTrying);
  board.classList.toggle("is-sending", drawing.isSending);
  board.classList.toggle("is-dimmed", drawing.isDimmed);
  const legal = drawing.legal.map(parseCell);
  fit(plane, [...takenCells(plane).map(parseCell), ...legal, ...drawing.laid]);
  for (const { x, y } of legal) {
    const label = say("cell_legal", { x: whole(x), y: whole(y) });
    addCell(plane, x, y, "is-legal").append(button(label, { "data-place": `${x},${y}` }));
  }
  for (const one of drawing.laid) drawLaid(plane, one, drawing, say);
  if (focused) focusCell(plane, focused);
  if (drawing.isSending) return;
  for (const line of drawing.lines) plane.append(...drawLine(line));
}

/**
 * @param {ParentNode} plane
 * @returns {string[]} cells with a final tile, as "x,y"
 */
export function takenCells(plane) {
  return [...plane.querySelectorAll(".cell[data-tile]:not([data-drawn])")].map(
    (cell) => `${cell.getAttribute("data-x")},${cell.getAttribute("data-y")}`,
  );
}

/**
 * @param {HTMLElement} plane
 * @returns {string} the cell that has the focus, as "x,y", or ""
 */
function focusedCell(plane) {
  const active = plane.contains(document.activeElement) ? document.activeElement : null;
  return active?.getAttribute("data-place") ?? active?.getAttribute("data-back") ?? "";
}

/**
 * Keep the focus where it was: a cell that is drawn anew, or the tile that was laid on it.
 *
 * @param {HTMLElement} plane
 * @param {string} place "x,y"
 */
function focusCell(plane, place) {
  const button = plane.querySelector(`[data-place="${place}"], [data-back="${place}"]`);
  if (button instanceof HTMLElement) button.focus({ preventScroll: true });
}

/**
 * The face of a tile, without a name of its own.
 *
 * @param {string} tile
 * @param {string} className
 * @returns {HTMLElement}
 */
export function tileFace(tile, className) {
  const source = document.querySelector(`.rack [data-tile="${tile}"]`);
  const face = make("span", className, {
    "aria-hidden": "true",
    "data-c": source?.getAttribute("data-c") ?? "",
    "data-s": source?.getAttribute("data-s") ?? "",
  });
  const picture = source?.querySelector("svg");
  if (picture) face.append(picture.cloneNode(true));
  return face;
}

/**
 * @param {HTMLElement} plane
 * @param {{x: number, y: number}[]} cells
 */
function fit(plane, cells) {
  const box = boxAround(cells);
  measure(plane, { ox: box.x, oy: box.y, cols: box.cols, rows: box.rows });
}

/**
 * @param {HTMLElement} plane
 * @param {Laid} one
 * @param {Drawing} drawing
 * @param {Say} say
 */
function drawLaid(plane, one, drawing, say) {
  const key = `${one.x},${one.y}`;
  const isRefused = drawing.refused.has(key);
  const cell = addCell(plane, one.x, one.y, `is-tentative${isRefused ? " is-refused" : ""}`);
  const where = { tile: capital(drawing.nameOf(one.tile)), x: whole(one.x), y: whole(one.y) };
  const back = button(say("cell_laid", where), { "data-back": key });
  back.toggleAttribute("disabled", drawing.isSending);
  back.append(tileFace(one.tile, "tile"));
  cell.append(back);
}

/**
 * @param {Line} line
 * @returns {HTMLElement[]} its outline and its chip
 */
function drawLine(line) {
  const box = make("i", "line-hint", { "data-drawn": "" });
  measure(box, { ...outline(line) });
  const chip = make("span", `line-chip${line.qwirkle ? " line-chip--q" : ""}`, {
    "data-drawn": "",
    "aria-hidden": "true",
  });
  measure(chip, { ...chipPlace(line) });
  if (line.qwirkle) {
    const icon = document.createElementNS(SVG, "svg");
    const use = document.createElementNS(SVG, "use");
    use.setAttribute("href", "#s-sun");
    icon.append(use);
    chip.append(icon);
  }
  chip.append(String(line.points));
  return [box, chip];
}

/**
 * @param {string} label
 * @param {Record<string, string>} data
 * @returns {HTMLElement}
 */
function button(label, data) {
  return make("button", "cell__btn", { type: "button", "aria-label": label, ...data });
}

/**
 * Add a cell to the row of its y, between its neighbours, so that reading order is board order.
 *
 * @param {HTMLElement} plane
 * @param {number} x
 * @param {number} y
 * @param {string} state
 * @returns {HTMLElement}
 */
function addCell(plane, x, y, state) {
  const cell = make("div", `cell ${state}`, {
    role: "gridcell",
    "data-drawn": "",
    "data-x": String(x),
    "data-y": String(y),
  });
  measure(cell, { x, y });
  const row = rowOf(plane, y);
  const next = [...row.children].find((one) => Number(one.getAttribute("data-x")) > x);
  row.insertBefore(cell, next ?? null);
  return cell;
}

/**
 * @param {HTMLElement} plane
 * @param {number} y
 * @returns {HTMLElement}
 */
function rowOf(plane, y) {
  const rows = [...plane.querySelectorAll(":scope > .board__row")];
  const found = rows.find((row) => Number(row.getAttribute("data-y")) === y);
  if (found instanceof HTMLElement) return found;
  const row = make("div", "board__row", { role: "row", "data-drawn": "", "data-y": String(y) });
  const next = rows.find((one) => Number(one.getAttribute("data-y")) > y);
  plane.insertBefore(row, next ?? plane.querySelector(".axis"));
  return row;
}
