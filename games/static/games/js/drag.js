/**
 * A tile in the hand of the player: it follows the pointer and ends on a cell, in the rack, or
 * where it came from. Only its own `translate` moves, so a frame costs no layout.
 *
 * @typedef {import("./gametable.js").GameTable} GameTable
 * @typedef {import("./gesture.js").Point} Point
 * @typedef {import("./pointer.js").Press} Press
 * @typedef {import("./tentative.js").Laid} Laid
 */

import { tileFace } from "./boardview.js";
import { measure } from "./dom.js";
import { cellAt, nearestCell } from "./gesture.js";

/** So far above a finger the tile is carried, so that it can be seen, in px. */
const LIFT = 28;
const FLY_MS = 160;
const LEAST_SIZE = 40;
/** The rack takes a tile that is dropped this near, in px. */
const RACK_REACH = 12;

export class Drag {
  slot = -1;
  /** @type {Laid | null} where it lay, when it comes from the board */
  origin = null;
  /** @type {HTMLElement | null} */
  ghost = null;
  /** @type {Point} */
  home = { x: 0, y: 0 };
  /** @type {{at: Point, isTouch: boolean} | null} where the pointer is, drawn with the next frame */
  next = null;
  frame = 0;
  near = "";

  /** @param {GameTable} table */
  constructor(table) {
    this.table = table;
  }

  get isOn() {
    return this.ghost !== null;
  }

  /**
   * Lift the tile under a press.
   *
   * @param {Press} press
   * @returns {boolean} false when there is none
   */
  lift({ slot, from }) {
    const { table } = this;
    const { plan, view } = table;
    if (!table.facts.isSeated || plan.trade) return false;
    const cell = slot ? "" : cellAt(from, view.grid());
    const laid = plan.laid.find(({ x, y }) => `${x},${y}` === cell) ?? null;
    if (!slot && !laid) return false;
    this.slot = laid ? laid.slot : Number(slot);
    this.origin = laid;
    const tile = plan.hand[this.slot];
    if (tile === undefined) return false;
    const size = Math.max(view.grid().cell * 0.94, LEAST_SIZE);
    this.home = this.middleOf(laid ? `[data-back="${cell}"]` : `.rack [data-slot="${slot}"]`);
    this.ghost = tileFace(tile, "tile ghost is-dragging");
    this.ghost.style.setProperty("--s", `${size}px`);
    table.host.append(this.ghost);
    table.placing.hold(this.slot, this.origin);
    return true;
  }

  /**
   * @param {Point} at
   * @param {boolean} isTouch
   */
  move(at, isTouch) {
    this.next = { at, isTouch };
    this.frame ||= requestAnimationFrame(() => this.draw());
  }

  draw() {
    this.frame = 0;
    if (!this.ghost || !this.next) return;
    const point = this.carried();
    this.carry(point);
    const isOverRack = this.placeAt(this.next.at) !== -1;
    this.mark(isOverRack ? "" : this.target(point));
    // The board moves on under a tile that is held near the frame, frame by frame.
    if (!isOverRack && this.table.view.edge(point)) {
      this.frame = requestAnimationFrame(() => this.draw());
    }
  }

  /** The board was drawn anew under the tile. */
  redraw() {
    this.near = "";
    if (this.ghost && this.next) this.frame ||= requestAnimationFrame(() => this.draw());
  }

  /**
   * @param {Point} at
   * @param {boolean} isTouch
   */
  drop(at, isTouch) {
    if (!this.ghost) return;
    this.next = { at, isTouch };
    const point = this.carried();
    const place = this.placeAt(at);
    const { placing } = this.table;
    if (place !== -1) {
      placing.putInRack(this.slot, place, this.origin);
      this.end();
      return;
    }
    const cell = this.target(point);
    if (cell && placing.putOn(this.slot, cell, this.origin)) this.end();
    else this.flyBack();
  }

  cancel() {
    if (this.ghost) this.flyBack();
  }

  flyBack() {
    const ghost = this.ghost;
    const { placing } = this.table;
    const { slot, origin } = this;
    this.ghost = null; // a new drag may begin while this tile is still on its way
    this.mark("");
    if (!ghost) return;
    ghost.classList.add("is-flying");
    measure(ghost, { "at-x": this.home.x, "at-y": this.home.y });
    placing.putBack(slot, origin);
    setTimeout(() => ghost.remove(), FLY_MS);
    this.table.settle();
  }

  end() {
    this.mark("");
    this.ghost?.remove();
    this.ghost = null;
    this.table.settle();
  }

  // --- Where things are -------------------------------------------------------------------------

  /** @returns {Point} the middle of the tile in the window */
  carried() {
    const { at, isTouch } = this.next ?? { at: this.home, isTouch: false };
    return { x: at.x, y: at.y - (isTouch ? LIFT : 0) };
  }

  /** @param {Point} point */
  carry(point) {
    if (this.ghost) measure(this.ghost, { "at-x": point.x, "at-y": point.y });
  }

  /**
   * @param {Point} point
   * @returns {string} the cell that takes the tile here, as "x,y", or ""
   */
  target(point) {
    const { table } = this;
    const frame = table.view.board?.getBoundingClientRect();
    if (!frame || !contains(frame, point, 0)) return "";
    const others = table.plan.laid.map(({ x, y }) => `${x},${y}`);
    return nearestCell(point, table.view.grid(), [...table.legalCells(), ...others]);
  }

  /**
   * @param {Point} point
   * @returns {number} the place of the rack under it, or -1
   */
  placeAt(point) {
    const rack = this.table.root.querySelector("#rack");
    if (!rack || !contains(rack.getBoundingClientRect(), point, RACK_REACH)) return -1;
    const middles = [...rack.querySelectorAll(".rack__slot")].map((slot) => {
      const { left, top, width, height } = slot.getBoundingClientRect();
      return Math.hypot(point.x - left - width / 2, point.y - top - height / 2);
    });
    return middles.indexOf(Math.min(...middles));
  }

  /**
   * Fill the cell that would take the tile.
   *
   * @param {string} cell
   */
  mark(cell) {
    if (cell === this.near) return;
    for (const old of this.table.host.querySelectorAll(".cell.is-near")) {
      old.classList.remove("is-near");
    }
    this.table.cellElement(cell)?.classList.add("is-near");
    this.near = cell;
  }

  /**
   * @param {string} selector
   * @returns {Point}
   */
  middleOf(selector) {
    const rect = this.table.root.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
    return { x: rect.left + rect.width / 2, y: rect.top + rect.height / 2 };
  }
}

/**
 * @param {DOMRect} rect
 * @param {Point} point
 * @param {number} reach
 * @returns {boolean}
 */
function contains({ left, right, top, bottom }, { x, y }, reach) {
  return x >= left - reach && x <= right + reach && y >= top - reach && y <= bottom + reach;
}
