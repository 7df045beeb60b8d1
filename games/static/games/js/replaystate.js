/**
 * What the table looked like after any move, told by the rows of the log alone. Pure.
 *
 * @typedef {object} Ply one row of the log
 * @property {number} number from 1
 * @property {number} seat
 * @property {string} kind play, use, trade, pass, resign or flag
 * @property {boolean} isPlaced its tiles came onto the cells; else, if it has cells, off them
 * @property {number} points
 * @property {number} total the seat's score after it
 * @property {string[]} tiles
 * @property {string[]} cells "x,y", in the order of the tiles
 * @property {number} bag tiles in the bag after it
 * @property {number} hand tiles in the seat's hand after it
 *
 * @typedef {object} SeatThen
 * @property {number} score
 * @property {number | null} points of its last move; null before its first
 * @property {number} hand
 * @property {boolean} hasLeft
 *
 * @typedef {object} Then
 * @property {Ply} ply
 * @property {Map<string, string>} cells with the tile on them
 * @property {Set<string>} last cells of the newest placement
 * @property {SeatThen[]} seats
 * @property {(kind: string) => number} unseen copies of a tile that did not lie on the table
 * @property {number} unseenCount
 *
 * @typedef {"first" | "prev" | "next" | "last"} Step
 */

const HAND_SIZE = 6;
const COPIES = 3;
const ALL_TILES = 108;

/**
 * @param {Record<string, string | undefined>} row the data of a row
 * @returns {Ply}
 */
export function readPly(row) {
  const words = (/** @type {string | undefined} */ text) => (text ?? "").split(" ").filter(Boolean);
  return {
    number: Number(row.ply),
    seat: Number(row.seat),
    kind: row.kind ?? "",
    isPlaced: row.placed === "yes",
    points: Number(row.points),
    total: Number(row.total),
    tiles: words(row.tiles),
    cells: words(row.cells),
    bag: Number(row.bag),
    hand: Number(row.hand),
  };
}

/**
 * The tiles that lay on the board before the first move: what lies there at the end, or was taken,
 * and was never placed.
 *
 * @param {readonly Ply[]} plies oldest first
 * @param {ReadonlyMap<string, string>} end tile by cell after the last move
 * @returns {Map<string, string>}
 */
export function startOf(plies, end) {
  /** @type {Map<string, string>} */
  const start = new Map();
  /** @type {Map<string, string>} */
  const laid = new Map();
  for (const ply of plies) {
    for (const [cell, tile] of tilesOf(ply)) {
      if (ply.isPlaced) laid.set(cell, tile);
      else if (!laid.delete(cell)) start.set(cell, tile);
    }
  }
  for (const [cell, tile] of end) {
    if (!laid.has(cell)) start.set(cell, tile);
  }
  return start;
}

/**
 * @param {Ply} ply
 * @returns {[string, string][]} cells and tiles that it placed or took
 */
function tilesOf({ cells, tiles }) {
  return cells.map((cell, index) => [cell, tiles[index] ?? ""]);
}

/**
 * @param {readonly Ply[]} plies oldest first
 * @param {number} number of the move after which one looks
 * @param {number} seatCount
 * @param {ReadonlyMap<string, string>} [start] tile by cell before the first move
 * @returns {Then | null} null when there is no such move
 */
export function tableAt(plies, number, seatCount, start = new Map()) {
  const past = plies.slice(0, Math.max(0, number));
  const ply = past.at(-1);
  if (!ply || past.length !== number) return null;
  const cells = new Map(start);
  for (const one of past) {
    for (const [cell, tile] of tilesOf(one)) {
      if (one.isPlaced) cells.set(cell, tile);
      else cells.delete(cell);
    }
  }
  /** @type {Map<string, number>} */
  const laid = new Map();
  for (const tile of cells.values()) laid.set(tile, (laid.get(tile) ?? 0) + 1);
  return {
    ply,
    cells,
    last: new Set(past.findLast((one) => one.isPlaced)?.cells),
    seats: Array.from({ length: seatCount }, (_, seat) => seatAt(past, seat)),
    unseen: (kind) => COPIES - (laid.get(kind) ?? 0),
    unseenCount: ALL_TILES - cells.size,
  };
}

/**
 * @param {readonly Ply[]} past
 * @param {number} seat
 * @returns {SeatThen}
 */
function seatAt(past, seat) {
  const last = past.findLast((one) => one.seat === seat);
  return {
    score: last?.total ?? 0,
    points: last?.points ?? null,
    hand: last?.hand ?? HAND_SIZE,
    hasLeft: last !== undefined && ["resign", "flag"].includes(last.kind),
  };
}

/**
 * @param {number} now
 * @param {number} count
 * @param {Step} step
 * @returns {number} the move where a step leads
 */
export function stepTo(now, count, step) {
  const goal = { first: 1, prev: now - 1, next: now + 1, last: count }[step];
  return Math.min(Math.max(goal, 1), count);
}

/**
 * @param {string} path of the address
 * @param {number} count
 * @returns {number | null} the move it names, or null when the game has no such move
 */
export function moveOfPath(path, count) {
  const number = Number(/\/moves\/(\d{1,4})\/$/.exec(path)?.[1] ?? 0);
  return number >= 1 && number <= count ? number : null;
}

/**
 * @param {string} game the path of the game
 * @param {number} number
 * @returns {string} the path of the game at a move
 */
export function pathOfMove(game, number) {
  return `${game}moves/${number}/`;
}

/**
 * @param {number} points
 * @returns {string} with its sign, as the server writes it
 */
export function signed(points) {
  return points < 0 ? `−${-points}` : `+${points}`;
}
