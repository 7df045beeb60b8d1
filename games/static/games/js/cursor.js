/**
 * Walking over the board by arrow keys. Pure.
 *
 * @typedef {{x: number, y: number}} Cell
 * @typedef {"ArrowUp" | "ArrowDown" | "ArrowLeft" | "ArrowRight"} Arrow
 */

import { parseCell } from "./geometry.js";

/** @type {Record<Arrow, Cell>} */
const WAYS = {
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
};

/**
 * @param {string} key
 * @returns {key is Arrow}
 */
export function isArrow(key) {
  return Object.hasOwn(WAYS, key);
}

/**
 * The nearest cell in the direction of an arrow: straight ahead first, sideways costs double.
 *
 * @param {string} from "x,y"
 * @param {Arrow} arrow
 * @param {Iterable<string>} cells as "x,y"
 * @returns {string} "" when there is none on that side
 */
export function step(from, arrow, cells) {
  const here = parseCell(from);
  const way = WAYS[arrow];
  let best = "";
  let least = Number.POSITIVE_INFINITY;
  for (const cell of cells) {
    const { x, y } = parseCell(cell);
    const ahead = (x - here.x) * way.x + (y - here.y) * way.y;
    const aside = Math.abs((x - here.x) * way.y) + Math.abs((y - here.y) * way.x);
    if (ahead <= 0 || aside > ahead) continue;
    const cost = ahead + 2 * aside;
    if (cost < least) {
      least = cost;
      best = cell;
    }
  }
  return best;
}

/**
 * The empty cells that touch a tile, on which a tile might lie; the middle of an empty board.
 *
 * @param {ReadonlySet<string>} taken as "x,y"
 * @param {number} [edge] cells along the edge of the table, from 0,0; 0 when it has none
 * @returns {string[]}
 */
export function neighbours(taken, edge = 0) {
  if (!taken.size) return [`${edge >> 1},${edge >> 1}`];
  const isThere = (/** @type {number} */ at) => !edge || (at >= 0 && at < edge);
  /** @type {Set<string>} */
  const found = new Set();
  for (const cell of taken) {
    const { x, y } = parseCell(cell);
    for (const way of Object.values(WAYS)) {
      const next = `${x + way.x},${y + way.y}`;
      if (!taken.has(next) && isThere(x + way.x) && isThere(y + way.y)) found.add(next);
    }
  }
  return [...found];
}

/**
 * Lines of two or more tiles, rows first, for people who listen to the board.
 *
 * @param {ReadonlySet<string>} taken as "x,y"
 * @returns {{isRow: boolean, cells: Cell[]}[]}
 */
export function linesOn(taken) {
  return [...linesAlong(taken, true), ...linesAlong(taken, false)];
}

/**
 * @param {ReadonlySet<string>} taken
 * @param {boolean} isRow
 * @returns {{isRow: boolean, cells: Cell[]}[]}
 */
function linesAlong(taken, isRow) {
  const dx = isRow ? 1 : 0;
  const dy = isRow ? 0 : 1;
  const starts = [...taken]
    .map(parseCell)
    .filter(({ x, y }) => !taken.has(`${x - dx},${y - dy}`) && taken.has(`${x + dx},${y + dy}`))
    .sort((a, b) => (isRow ? a.y - b.y || a.x - b.x : a.x - b.x || a.y - b.y));
  return starts.map(({ x, y }) => {
    const cells = [];
    for (let at = { x, y }; taken.has(`${at.x},${at.y}`); at = { x: at.x + dx, y: at.y + dy }) {
      cells.push(at);
    }
    return { isRow, cells };
  });
}
