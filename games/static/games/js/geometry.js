/**
 * Where things stand on the board. Pure.
 *
 * @typedef {{x: number, y: number}} Cell
 * @typedef {{x: number, y: number, cols: number, rows: number}} Box
 * @typedef {{cells: [number, number][], points: number, qwirkle: boolean}} Line
 * @typedef {{x: number, y: number, w: number, h: number}} Outline
 */

/** How far a chip stands from the middle of a line's last cell, in cells. */
const CHIP_X = 0.88;
const CHIP_Y = 0.82;

/**
 * The smallest box around some cells; three by three around 0,0 when there are none, so that the
 * first tile has room.
 *
 * @param {readonly Cell[]} cells
 * @returns {Box}
 */
export function boxAround(cells) {
  if (!cells.length) return { x: -1, y: -1, cols: 3, rows: 3 };
  const xs = cells.map((cell) => cell.x);
  const ys = cells.map((cell) => cell.y);
  const x = Math.min(...xs);
  const y = Math.min(...ys);
  return { x, y, cols: Math.max(...xs) - x + 1, rows: Math.max(...ys) - y + 1 };
}

/**
 * The part of a board with an edge that is played on: all tiles that touch another one, and one
 * cell around them.
 *
 * @param {readonly Cell[]} taken
 * @param {Box} whole
 * @returns {Box | null} null while no two tiles touch: all of the board is as good as any part
 */
export function partInPlay(taken, whole) {
  const keys = new Set(taken.map(({ x, y }) => `${x},${y}`));
  const isJoined = (/** @type {Cell} */ { x, y }) =>
    [`${x - 1},${y}`, `${x + 1},${y}`, `${x},${y - 1}`, `${x},${y + 1}`].some((at) => keys.has(at));
  const joined = taken.filter(isJoined);
  if (!joined.length) return null;
  const part = boxAround(joined);
  const x = Math.max(part.x - 1, whole.x);
  const y = Math.max(part.y - 1, whole.y);
  const right = Math.min(part.x + part.cols + 1, whole.x + whole.cols);
  const bottom = Math.min(part.y + part.rows + 1, whole.y + whole.rows);
  return { x, y, cols: right - x, rows: bottom - y };
}

/**
 * @param {string} text "x,y"
 * @returns {Cell}
 */
export function parseCell(text) {
  const [x = 0, y = 0] = text.split(",").map(Number);
  return { x, y };
}

/**
 * @param {Line} line
 * @returns {Outline}
 */
export function outline(line) {
  const box = boxAround(line.cells.map(([x, y]) => ({ x, y })));
  return { x: box.x, y: box.y, w: box.cols, h: box.rows };
}

/**
 * The place of a line's chip: just past its far end, right of a row or below a column.
 *
 * @param {Line} line
 * @returns {Cell}
 */
export function chipPlace(line) {
  const { x, y, w, h } = outline(line);
  if (h > w) return { x, y: y + h - 1 + CHIP_Y };
  return { x: x + w - 1 + CHIP_X, y };
}

/**
 * The sum as the dock shows it, biggest line first: "12 + 4 + 2 = 18". One line needs no sum.
 *
 * @param {readonly Line[]} lines
 * @param {number} bonus
 * @param {number} score
 * @returns {string}
 */
export function sumText(lines, bonus, score) {
  const parts = lines.map((line) => line.points).sort((a, b) => b - a);
  if (bonus) parts.push(bonus);
  if (!parts.length) return "";
  return parts.length === 1 ? String(score) : `${parts.join(" + ")} = ${score}`;
}

/**
 * A number with a real minus sign, as the page writes coordinates.
 *
 * @param {number} number
 * @returns {string}
 */
export function whole(number) {
  return String(number).replace("-", "−");
}
