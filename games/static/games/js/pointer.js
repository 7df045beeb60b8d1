/**
 * Mouse, pen and fingers on board and rack: one path of Pointer Events for all of them.
 *
 * @typedef {import("./gesture.js").Point} Point
 *
 * @typedef {object} Press
 * @property {number} id of the pointer
 * @property {boolean} isTouch
 * @property {Point} from
 * @property {Point} last
 * @property {string} slot of a tile of the rack, or ""
 * @property {boolean} isTravelling it is no click any more
 *
 * @typedef {object} Hands what the table makes of it
 * @property {() => boolean} isFree whether tiles may be moved now
 * @property {(slot: number) => void} onTile a tile of the rack was clicked
 * @property {(at: Point, isDouble: boolean) => void} onBoard the board was clicked
 * @property {(at: Point) => boolean} onRecall a right click; whether it meant something
 * @property {(press: Press) => boolean} onLift a drag begins; false when no tile is there
 * @property {(at: Point, isTouch: boolean) => void} onDrag
 * @property {(at: Point, isTouch: boolean) => void} onDrop
 * @property {() => void} onCancel
 * @property {(dx: number, dy: number) => void} onPan
 * @property {(factor: number, at: Point) => void} onZoom
 * @property {(isHeld: boolean) => void} onHold
 */

import { isDouble, isTravel, pinch } from "./gesture.js";

/** A click follows its press within this time, in ms. */
const CLICK_MS = 400;
const WHEEL_ZOOM = 0.002;
const LINE_PX = 16;

/**
 * Listen on the host, which outlives every table in it.
 *
 * @param {HTMLElement} host
 * @param {Hands} hands
 * @returns {(event: MouseEvent) => boolean} whether a click was dealt with as a press already
 */
export function listenPointer(host, hands) {
  const pointer = new Pointer(host, hands);
  host.addEventListener("pointerdown", (event) => pointer.down(event));
  host.addEventListener("pointermove", (event) => pointer.move(event));
  host.addEventListener("pointerup", (event) => pointer.up(event));
  host.addEventListener("pointercancel", (event) => pointer.cancel(event));
  host.addEventListener("contextmenu", (event) => pointer.menu(event));
  host.addEventListener("wheel", (event) => pointer.wheel(event), { passive: false });
  return (event) => event.timeStamp - pointer.releasedAt < CLICK_MS && event.detail > 0;
}

class Pointer {
  /** @type {Map<number, Point>} fingers on the board */
  fingers = new Map();
  /** @type {Press | null} */
  press = null;
  isPan = false;
  releasedAt = Number.NEGATIVE_INFINITY;
  /** @type {(Point & {at: number}) | null} */
  lastTap = null;

  /**
   * @param {HTMLElement} host
   * @param {Hands} hands
   */
  constructor(host, hands) {
    this.host = host;
    this.hands = hands;
  }

  /** @param {PointerEvent} event */
  down(event) {
    this.releasedAt = Number.NEGATIVE_INFINITY; // a click that follows belongs to this press
    const target = event.target instanceof Element ? event.target : null;
    const slot = target?.closest(".rack [data-slot]")?.getAttribute("data-slot") ?? "";
    const isBoard = Boolean(target?.closest(".board") && !target.closest("button, a, summary"));
    if (event.button !== 0 || !(slot || isBoard)) return;
    const isTouch = event.pointerType === "touch";
    const from = pointOf(event);
    if (isBoard && isTouch) this.fingers.set(event.pointerId, from);
    this.host.setPointerCapture(event.pointerId);
    if (!this.press) {
      this.press = { id: event.pointerId, isTouch, from, last: from, slot, isTravelling: false };
      return;
    }
    // A second finger: two of them on the board zoom, anything else ends the first one's doing.
    this.letGo();
    if (this.isPinch) this.hands.onHold(true);
  }

  get isPinch() {
    return this.fingers.size === 2;
  }

  /** End what the press was doing, without an effect. */
  letGo() {
    if (this.isPan) this.hands.onHold(false);
    else if (this.press?.isTravelling) this.hands.onCancel();
    this.press = null;
    this.isPan = false;
  }

  /** @param {PointerEvent} event */
  move(event) {
    const now = pointOf(event);
    if (this.isPinch && this.fingers.has(event.pointerId)) this.pinch(event.pointerId, now);
    else if (this.fingers.has(event.pointerId)) this.fingers.set(event.pointerId, now);
    const { press, hands } = this;
    if (press?.id !== event.pointerId) return;
    if (!press.isTravelling && !this.setOff(press, now)) return;
    if (this.isPan) hands.onPan(now.x - press.last.x, now.y - press.last.y);
    else hands.onDrag(now, press.isTouch);
    press.last = now;
  }

  /**
   * @param {number} id
   * @param {Point} now
   */
  pinch(id, now) {
    const before = pairOf(this.fingers);
    this.fingers.set(id, now);
    const { factor, middle, dx, dy } = pinch(before, pairOf(this.fingers));
    this.hands.onZoom(factor, middle);
    this.hands.onPan(dx, dy);
  }

  /**
   * A press that travels becomes a drag when a tile is under it, else it moves the board.
   *
   * @param {Press} press
   * @param {Point} now
   * @returns {boolean} whether it is on its way
   */
  setOff(press, now) {
    if (!isTravel(press.from, now)) return false;
    press.isTravelling = true;
    const isDrag = this.hands.isFree() && this.hands.onLift(press);
    if (isDrag) return true;
    if (press.slot) {
      this.press = null;
      return false;
    }
    this.isPan = true;
    this.hands.onHold(true);
    return true;
  }

  /** @param {PointerEvent} event */
  up(event) {
    this.lift(event);
    const { press, hands } = this;
    if (press?.id !== event.pointerId) return;
    this.releasedAt = event.timeStamp;
    const at = pointOf(event);
    if (press.isTravelling && !this.isPan) {
      this.press = null;
      hands.onDrop(at, press.isTouch);
      return;
    }
    const isTap = !press.isTravelling;
    this.letGo();
    if (isTap) this.tap(press, at, event.timeStamp);
  }

  /**
   * @param {Press} press
   * @param {Point} at
   * @param {number} time
   */
  tap({ slot }, at, time) {
    const tap = { ...at, at: time };
    const isSecond = isDouble(this.lastTap, tap);
    this.lastTap = isSecond ? null : tap;
    if (slot) this.hands.onTile(Number(slot));
    else this.hands.onBoard(at, isSecond);
  }

  /** @param {PointerEvent} event */
  cancel(event) {
    this.lift(event);
    if (this.press?.id === event.pointerId) this.letGo();
  }

  /**
   * A finger leaves the board.
   *
   * @param {PointerEvent} event
   */
  lift(event) {
    const wasPinch = this.isPinch;
    if (this.fingers.delete(event.pointerId) && wasPinch) this.hands.onHold(false);
  }

  /** @param {MouseEvent} event */
  menu(event) {
    const target = event.target instanceof Element ? event.target : null;
    if (!target?.closest(".board, .rack")) return;
    const isTouch = "pointerType" in event && event.pointerType === "touch";
    // A long press opens nothing on tiles; a right click takes a tile back.
    if (this.hands.onRecall(pointOf(event)) || isTouch) event.preventDefault();
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    const target = event.target instanceof Element ? event.target : null;
    if (!target?.closest(".board")) return;
    event.preventDefault();
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : LINE_PX;
    if (event.ctrlKey || event.metaKey) {
      this.hands.onZoom(Math.exp(-event.deltaY * unit * WHEEL_ZOOM), pointOf(event));
    } else {
      this.hands.onPan(-event.deltaX * unit, -event.deltaY * unit);
    }
  }
}

/**
 * @param {MouseEvent} event
 * @returns {Point}
 */
function pointOf({ clientX, clientY }) {
  return { x: clientX, y: clientY };
}

/**
 * @param {ReadonlyMap<number, Point>} fingers two of them
 * @returns {[Point, Point]}
 */
function pairOf(fingers) {
  const [one = { x: 0, y: 0 }, two = { x: 0, y: 0 }] = [...fingers.values()];
  return [one, two];
}
