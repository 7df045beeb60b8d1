/**
 * What a press of a mouse, pen or finger means. Pure.
 *
 * @typedef {{x: number, y: number}} Point
 * @typedef {{left: number, top: number, cell: number, ox: number, oy: number}} Grid
 *   the plane's corner and its cells in px, and the coordinates of its first cell
 */

/** A press that travels less than this is a click however long it lasts, in px. */
export const SLOP = 6;
/** A dragged tile finds a cell within this distance, in cells. */
export const REACH = 0.75;
/** Two clicks within this time and distance are a double click. */
const DOUBLE_MS = 300;
const DOUBLE_PX = 24;

/**
 * @param {Point} from
 * @param {Point} to
 * @returns {boolean}
 */
export function isTravel(from, to) {
  return Math.hypot(to.x - from.x, to.y - from.y) >= SLOP;
}

/**
 * @param {(Point & {at: number}) | null} before
 * @param {Point & {at: number}} now
 * @returns {boolean}
 */
export function isDouble(before, now) {
  if (!before || now.at - before.at > DOUBLE_MS) return false;
  return Math.hypot(now.x - before.x, now.y - before.y) <= DOUBLE_PX;
}

/**
 * The cell under a point.
 *
 * @param {Point} point
 * @param {Grid} grid
 * @returns {string} "x,y"
 */
export function cellAt(point, grid) {
  const x = Math.floor((point.x - grid.left) / grid.cell) + grid.ox;
  const y = Math.floor((point.y - grid.top) / grid.cell) + grid.oy;
  return `${x},${y}`;
}

/**
 * The nearest of some cells, if its middle is within reach of the point.
 *
 * @param {Point} point
 * @param {Grid} grid
 * @param {Iterable<string>} cells as "x,y"
 * @returns {string} "" when none is near
 */
export function nearestCell(point, grid, cells) {
  let best = "";
  let least = REACH;
  for (const cell of cells) {
    const [x = 0, y = 0] = cell.split(",").map(Number);
    const dx = (point.x - grid.left) / grid.cell - (x - grid.ox + 0.5);
    const dy = (point.y - grid.top) / grid.cell - (y - grid.oy + 0.5);
    const far = Math.hypot(dx, dy);
    if (far <= least) {
      least = far;
      best = cell;
    }
  }
  return best;
}

/**
 * What two fingers did between two moments.
 *
 * @param {readonly [Point, Point]} before
 * @param {readonly [Point, Point]} now
 * @returns {{factor: number, middle: Point, dx: number, dy: number}}
 */
export function pinch(before, now) {
  const middle = middleOf(now);
  const old = middleOf(before);
  return {
    factor: spread(now) / Math.max(spread(before), 1),
    middle,
    dx: middle.x - old.x,
    dy: middle.y - old.y,
  };
}

/**
 * @param {readonly [Point, Point]} points
 * @returns {Point}
 */
function middleOf([one, two]) {
  return { x: (one.x + two.x) / 2, y: (one.y + two.y) / 2 };
}

/**
 * @param {readonly [Point, Point]} points
 * @returns {number}
 */
function spread([one, two]) {
  return Math.hypot(one.x - two.x, one.y - two.y);
}
