/**
 * Draws on the board what lies there for now: legal cells, tentative tiles, lines and their points.
 * The server draws the tiles that are final; this adds to its cells and takes back what it added.
 *
 * @typedef {import("./geometry.js").Line} Line
 * @typedef {import("./page.js").Points} Points
 * @typedef {import("./tentative.js").Laid} Laid
 * @typedef {import("./texts.js").Say} Say
 * @typedef {import("./viewport.js").Viewport} Viewport
 *
 * @typedef {object} Drawing
 * @property {Viewport} view
 * @property {readonly Laid[]} laid
 * @property {readonly string[]} taken cells with a final tile, as "x,y"
 * @property {Points} legal cells for the selected tile
 * @property {readonly string[]} empty cells that touch a tile, as "x,y"
 * @property {string} cursor an empty cell that waits for a tile, or ""
 * @property {readonly Line[]} lines
 * @property {ReadonlySet<string>} refused cells at fault, as "x,y"
 * @property {boolean} isSending the tiles are on their way and look final
 * @property {boolean} isTrying it is not the player's turn
 * @property {boolean} isDimmed
 * @property {readonly string[]} takeable cells whose tiles may be taken now, as "x,y"
 * @property {string} chosen the one of them that is chosen, or ""
 * @property {boolean} isTaking a tile of the board is to be chosen
 * @property {number} edge cells along the edge of the table; 0 when it has none
 * @property {(tile: string) => string} nameOf
 */

import { make, measure } from "./dom.js";
import { boxAround, chipPlace, outline, parseCell, partInPlay, whole } from "./geometry.js";
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
  board.classList.toggle("is-taking", drawing.isTaking);
  showCells(drawing);
  markTakeable(plane, drawing, say);
  for (const [cell, points] of Object.entries(drawing.legal)) {
    addCell(plane, cell, "is-legal", nameOfLegal(cell, points, say)).dataset.place = cell;
  }
  for (const cell of drawing.empty) {
    if (cell in drawing.legal) continue;
    const state = cell === drawing.cursor ? "is-cursor" : "is-open";
    addCell(plane, cell, state, say("cell_empty", placeOf(cell)));
  }
  for (const one of drawing.laid) drawLaid(plane, one, drawing, say);
  rove(plane, focused);
  if (drawing.isSending) return;
  for (const line of drawing.lines) plane.append(...drawLine(line));
}

/** @param {Drawing} drawing */
function showCells({ view, edge, taken, laid, legal }) {
  const tiles = [...taken.map(parseCell), ...laid];
  if (!edge) {
    view.show([...tiles, ...Object.keys(legal).map(parseCell)]);
    return;
  }
  const corners = [0, edge - 1].map((at) => ({ x: at, y: at }));
  view.show(corners, partInPlay(tiles, boxAround(corners)));
}

/**
 * @param {HTMLElement} plane
 * @param {Drawing} drawing
 * @param {Say} say
 */
function markTakeable(plane, { takeable, chosen }, say) {
  for (const cell of plane.querySelectorAll(".cell[data-tile]:not([data-drawn])")) {
    const key = keyOf(cell);
    const isTakeable = takeable.includes(key);
    cell.classList.toggle("is-takeable", isTakeable);
    cell.classList.toggle("is-chosen", chosen === key);
    if (isTakeable) {
      cell.setAttribute("aria-description", say("may_be_taken"));
      cell.setAttribute("aria-selected", String(chosen === key));
    } else {
      cell.removeAttribute("aria-description");
      cell.removeAttribute("aria-selected");
    }
  }
}

/**
 * @param {ParentNode} plane
 * @returns {string[]} cells with a final tile, as "x,y"
 */
export function takenCells(plane) {
  return [...plane.querySelectorAll(".cell[data-tile]:not([data-drawn])")].map(keyOf);
}

/**
 * @param {Element} cell
 * @returns {string} "x,y"
 */
export function keyOf(cell) {
  return `${cell.getAttribute("data-x")},${cell.getAttribute("data-y")}`;
}

/**
 * @param {HTMLElement} plane
 * @returns {string} the cell that has the focus, as "x,y", or ""
 */
function focusedCell(plane) {
  const active = plane.contains(document.activeElement) ? document.activeElement : null;
  const cell = active?.closest(".cell");
  return cell ? keyOf(cell) : "";
}

/**
 * Make the board one stop of the Tab key, and keep the focus where it was though the cell there may
 * be drawn anew.
 *
 * @param {HTMLElement} plane
 * @param {string} focused "x,y", or "" when the focus is elsewhere
 */
function rove(plane, focused) {
  const cells = [...plane.querySelectorAll(".cell")];
  const before = cells.find((cell) => cell.getAttribute("tabindex") === "0");
  const stop =
    cells.find((cell) => keyOf(cell) === focused) ??
    before ??
    cells.find((cell) => cell.matches(".is-last, .is-legal")) ??
    cells[0];
  for (const cell of cells) cell.setAttribute("tabindex", cell === stop ? "0" : "-1");
  if (focused && stop instanceof HTMLElement) stop.focus({ preventScroll: true });
}

/**
 * @param {string} cell "x,y"
 * @returns {{x: string, y: string}} as the page writes coordinates
 */
function placeOf(cell) {
  const { x, y } = parseCell(cell);
  return { x: whole(x), y: whole(y) };
}

/**
 * @param {string} cell "x,y"
 * @param {number | null} points
 * @param {Say} say
 * @returns {string}
 */
function nameOfLegal(cell, points, say) {
  if (points === null) return say("cell_legal", placeOf(cell));
  return say("cell_legal_points", { ...placeOf(cell), count: points });
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
 * @param {Laid} one
 * @param {Drawing} drawing
 * @param {Say} say
 */
function drawLaid(plane, one, drawing, say) {
  const key = `${one.x},${one.y}`;
  const isRefused = drawing.refused.has(key);
  const tile = capital(drawing.nameOf(one.tile));
  const name = say(drawing.isSending ? "cell_sent" : "cell_laid", { tile, ...placeOf(key) });
  const cell = addCell(plane, key, `is-tentative${isRefused ? " is-refused" : ""}`, name);
  cell.dataset.back = key;
  cell.dataset.tile = one.tile;
  cell.append(tileFace(one.tile, "tile"));
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
 * Add a cell to the row of its y, between its neighbours, so that reading order is board order.
 *
 * @param {HTMLElement} plane
 * @param {string} key "x,y"
 * @param {string} state
 * @param {string} name
 * @returns {HTMLElement}
 */
function addCell(plane, key, state, name) {
  const { x, y } = parseCell(key);
  const cell = make("div", `cell ${state}`, {
    role: "gridcell",
    "aria-label": name,
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
