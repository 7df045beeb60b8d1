/**
 * How the player looks at the board: a zoom on top of the fit, and a shift in pixels. Pure.
 *
 * The plane stands in the middle of its frame; (0, 0) of a point is that middle.
 *
 * @typedef {{zoom: number, x: number, y: number}} Camera
 * @typedef {{x: number, y: number}} Point
 * @typedef {{width: number, height: number}} Size
 * @typedef {import("./geometry.js").Box} Box
 */

export const MIN_ZOOM = 0.6;
export const MAX_ZOOM = 3;
/** One press on + or −. */
export const STEP = 1.25;
/** A double tap makes small cells this big, in px: a finger's width. */
export const FINGER_CELL = 44;
/** Cells smaller than this are too small for a finger, in px. */
export const SMALL_CELL = 24;
/** So near the frame a dragged tile moves the board, in px. */
export const EDGE = 40;
/** At the very edge the board moves this far in one frame, in px. */
const EDGE_SPEED = 12;
/** So much of the plane always stays in sight, in px. */
const KEEP = 96;
/** Room around a part that fills the frame, in cells. */
const MARGIN = 0.7;

/** @type {Camera} the whole board, in the middle */
export const FIT = Object.freeze({ zoom: 1, x: 0, y: 0 });

/**
 * @param {Camera} camera
 * @returns {boolean}
 */
export function isFit({ zoom, x, y }) {
  return zoom === 1 && x === 0 && y === 0;
}

/**
 * Zoom so that the point under the finger stays there.
 *
 * @param {Camera} camera
 * @param {number} factor
 * @param {Point} point
 * @param {number} [max]
 * @returns {Camera}
 */
export function zoomAt(camera, factor, point, max = MAX_ZOOM) {
  const zoom = Math.min(Math.max(camera.zoom * factor, MIN_ZOOM), Math.max(max, MAX_ZOOM));
  const grown = zoom / camera.zoom;
  return {
    zoom,
    x: point.x - (point.x - camera.x) * grown,
    y: point.y - (point.y - camera.y) * grown,
  };
}

/**
 * @param {Camera} camera
 * @param {number} dx
 * @param {number} dy
 * @returns {Camera}
 */
export function panBy(camera, dx, dy) {
  return { ...camera, x: camera.x + dx, y: camera.y + dy };
}

/**
 * Keep a part of the plane in sight, wherever it is pushed.
 *
 * @param {Camera} camera
 * @param {Size} plane its size at this zoom, in px
 * @param {Size} frame
 * @returns {Camera}
 */
export function keepInSight(camera, plane, frame) {
  const most = (/** @type {number} */ inner, /** @type {number} */ outer) =>
    Math.max(0, (inner + outer) / 2 - KEEP);
  const x = most(plane.width, frame.width);
  const y = most(plane.height, frame.height);
  return {
    ...camera,
    x: Math.min(Math.max(camera.x, -x), x),
    y: Math.min(Math.max(camera.y, -y), y),
  };
}

/**
 * The zoom that a double tap asks for: small cells grow to a finger's width around the finger.
 *
 * @param {Camera} camera
 * @param {number} cell size of a cell now, in px
 * @param {Point} point
 * @returns {Camera | null} null when the cells are big enough, and the double tap means "fit"
 */
export function fingerZoom(camera, cell, point) {
  if (cell >= SMALL_CELL) return null;
  const factor = FINGER_CELL / cell;
  return zoomAt(camera, factor, point, camera.zoom * factor);
}

/**
 * The camera under which a part of the plane fills the frame.
 *
 * @param {Box} part
 * @param {Box} whole
 * @param {number} cell size of a cell at zoom 1, in px
 * @param {Size} frame
 * @returns {Camera}
 */
export function around(part, whole, cell, { width, height }) {
  const fill = Math.min(width / (part.cols + MARGIN), height / (part.rows + MARGIN)) / cell;
  const zoom = Math.min(Math.max(fill, 1), MAX_ZOOM);
  const shift = (/** @type {number} */ from, /** @type {number} */ to) => (from - to) * cell * zoom;
  return {
    zoom,
    x: shift(whole.x + whole.cols / 2, part.x + part.cols / 2),
    y: shift(whole.y + whole.rows / 2, part.y + part.rows / 2),
  };
}

/**
 * How far the board moves in one frame while a tile is dragged near its edge.
 *
 * @param {Point} point from the frame's top left corner
 * @param {Size} frame
 * @returns {Point} zero in the middle; towards the far side of what is hidden
 */
export function edgePan({ x, y }, { width, height }) {
  return { x: edgeSpeed(x, width), y: edgeSpeed(y, height) };
}

/**
 * @param {number} at
 * @param {number} length
 * @returns {number}
 */
function edgeSpeed(at, length) {
  if (at < 0 || at > length) return 0;
  const near = Math.min(at, length - at);
  if (near >= EDGE) return 0;
  const speed = (EDGE_SPEED * (EDGE - near)) / EDGE;
  return at < length / 2 ? speed : -speed;
}
