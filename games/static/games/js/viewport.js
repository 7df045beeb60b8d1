/**
 * The board's frame on the page: fits the plane into it, zooms and pans.
 *
 * @typedef {import("./camera.js").Camera} Camera
 * @typedef {import("./camera.js").Point} Point
 * @typedef {import("./geometry.js").Box} Box
 * @typedef {import("./geometry.js").Cell} Cell
 * @typedef {import("./gesture.js").Grid} Grid
 */

import * as cameras from "./camera.js";
import { measure } from "./dom.js";
import { boxAround } from "./geometry.js";

export class Viewport {
  /** @type {Camera} */
  camera = cameras.FIT;
  /** @type {Box} */
  box = boxAround([]);
  /** @type {Box | null} the part in play of a board with an edge */
  part = null;
  /** whether the frame follows the part in play */
  isClose = false;

  /** @param {HTMLElement} host the element around every table there will be */
  constructor(host) {
    this.host = host;
  }

  get board() {
    return this.host.querySelector(".board");
  }

  get plane() {
    const plane = this.host.querySelector(".board__plane");
    return plane instanceof HTMLElement ? plane : null;
  }

  /**
   * Make room for these cells. A board that the player has zoomed by hand stays as it is.
   *
   * @param {readonly Cell[]} cells
   * @param {Box | null} [part] in play; for a board with an edge
   */
  show(cells, part = null) {
    const plane = this.plane;
    if (!plane) return;
    const box = boxAround(cells);
    if (this.camera.zoom === 1 && !isSame(box, this.box)) {
      this.box = box;
      this.camera = cameras.FIT;
    }
    const { x, y, cols, rows } = this.box;
    measure(plane, { ox: x, oy: y, cols, rows });
    const isMoved = !part || !this.part || !isSame(part, this.part);
    this.part = part;
    if (this.isClose && isMoved) this.approach();
    this.apply();
  }

  apply() {
    const { zoom, x, y } = this.camera;
    if (!this.plane) return;
    measure(this.plane, { zoom });
    this.plane.style.setProperty("--pan-x", `${x}px`);
    this.plane.style.setProperty("--pan-y", `${y}px`);
  }

  /**
   * While a hand moves the board it follows at once; otherwise it glides.
   *
   * @param {boolean} isHeld
   */
  hold(isHeld) {
    this.board?.classList.toggle("is-held", isHeld);
  }

  /**
   * Show the whole board; if that is shown already and only a part of it is in play, that part.
   *
   * @returns {"whole" | "part"} what is shown now
   */
  fit() {
    this.isClose = this.part !== null && cameras.isFit(this.camera);
    if (this.isClose) this.approach();
    else this.camera = cameras.FIT;
    this.apply();
    return this.isClose ? "part" : "whole";
  }

  /** Let the part in play fill the frame. */
  approach() {
    const { frame, plane } = this.sizes();
    const cell = plane.width / this.box.cols / this.camera.zoom;
    this.camera = this.part ? cameras.around(this.part, this.box, cell, frame) : cameras.FIT;
  }

  /**
   * @param {number} factor
   * @param {Point} [at] a point of the window; the middle of the board without it
   */
  zoom(factor, at) {
    this.look(cameras.zoomAt(this.camera, factor, this.inside(at)));
  }

  /**
   * @param {number} dx
   * @param {number} dy
   */
  pan(dx, dy) {
    this.look(cameras.panBy(this.camera, dx, dy));
  }

  /**
   * Make small cells big enough for a finger around this point; else show the whole board.
   *
   * @param {Point} at a point of the window
   */
  doubleTap(at) {
    const closer = cameras.fingerZoom(this.camera, this.grid().cell, this.inside(at));
    if (closer) this.look(closer);
    else this.fit();
  }

  /**
   * Move on when a tile is dragged near the frame and something lies beyond it.
   *
   * @param {Point} at a point of the window
   * @returns {boolean} whether the board moved
   */
  edge(at) {
    const { frame, plane } = this.sizes();
    if (plane.width <= frame.width && plane.height <= frame.height) return false;
    const { x, y } = cameras.edgePan({ x: at.x - frame.left, y: at.y - frame.top }, frame);
    if (!x && !y) return false;
    this.pan(x, y);
    return true;
  }

  /**
   * Bring a cell into the frame, for those who walk there by keys.
   *
   * @param {Element} cell
   */
  reveal(cell) {
    const { frame } = this.sizes();
    const rect = cell.getBoundingClientRect();
    const over = (/** @type {number[]} */ [low = 0, high = 0, least = 0, most = 0]) =>
      low < least ? least - low : Math.min(0, most - high);
    const dx = over([rect.left, rect.right, frame.left, frame.right]);
    const dy = over([rect.top, rect.bottom, frame.top, frame.bottom]);
    if (dx || dy) this.pan(dx, dy);
  }

  /** @returns {Grid} where the cells are in the window now */
  grid() {
    const rect = this.plane?.getBoundingClientRect() ?? new DOMRect();
    const { x, y, cols } = this.box;
    return { left: rect.left, top: rect.top, cell: rect.width / cols, ox: x, oy: y };
  }

  /** @param {Camera} camera */
  look(camera) {
    this.isClose = false;
    const { frame, plane } = this.sizes();
    const grown = camera.zoom / this.camera.zoom;
    const size = { width: plane.width * grown, height: plane.height * grown };
    this.camera = cameras.keepInSight(camera, size, frame);
    this.apply();
  }

  sizes() {
    const frame = this.board?.getBoundingClientRect() ?? new DOMRect();
    const plane = this.plane?.getBoundingClientRect() ?? new DOMRect();
    return { frame, plane };
  }

  /**
   * @param {Point} [at] a point of the window
   * @returns {Point} from the middle of the frame
   */
  inside(at) {
    if (!at) return { x: 0, y: 0 };
    const { frame } = this.sizes();
    return { x: at.x - frame.left - frame.width / 2, y: at.y - frame.top - frame.height / 2 };
  }
}

/**
 * @param {Box} one
 * @param {Box} two
 * @returns {boolean}
 */
function isSame(one, two) {
  return one.x === two.x && one.y === two.y && one.cols === two.cols && one.rows === two.rows;
}
