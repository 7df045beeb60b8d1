/**
 * A finished game's record held against its seed (docs/fairness.md).
 *
 * @typedef {import("./fairgame.js").GameRecord} GameRecord
 *
 * @typedef {object} Fault the first thing that is not as the seed says
 * @property {"commitment" | "board" | "hands" | "opener" | "bag" | "tiles" | "draw"} what "tiles" for a
 *     move with a tile that was not there
 * @property {number} number of the move, from 1; of the seat for hands, from 0; else 0
 * @property {string} due what the seed gives
 * @property {string} told what the record says
 *
 * @typedef {object} Finding
 * @property {Fault | null} fault
 * @property {number} draws moves in which tiles came out of the bag
 * @property {"none" | "drawn" | "chosen"} options whether the seed drew what options left to chance;
 *     "chosen" when some of it is not what the seed would draw
 */

import { FairGame, split } from "./fairgame.js";
import { commitmentOf, keyOf, Stream } from "./stream.js";

const COLOURS = [..."ROYGBP"];
const SHAPES = [..."CDSXEL"];
const COPIES = 3;
const HAND = 6;
const CARDS = 3;
const POWERS = ["ask", "draw3", "singles", "again", "trade", "take"];
const SIDES = ["c", "c'", "s", "s'"];
const BOARD_SIDE = 8;

/** @returns {string[]} the 108 tiles, by colour, then by shape */
export function fullSet() {
  return COLOURS.flatMap((colour) => SHAPES.flatMap((shape) => Array(COPIES).fill(colour + shape)));
}

/**
 * Compute commitment, deal and every draw again and compare.
 *
 * @param {GameRecord} record
 * @returns {Promise<Finding>}
 */
export async function check(record) {
  const { commitment, seed } = record.fair;
  const key = await keyOf(seed);
  const hash = await commitmentOf(seed, record.x_game, record.ruleset, record.x_rules_version);
  const options = await optionsOf(record, key);
  const fault =
    differ("commitment", 0, [hash], [commitment]) ?? (await faultOfDeal(record, key)) ?? null;
  if (fault) return { fault, draws: 0, options };
  return { ...(await checkMoves(record, key)), options };
}

/**
 * @param {Fault["what"]} what
 * @param {number} number
 * @param {string[]} due
 * @param {string[]} told
 * @returns {Fault | null}
 */
function differ(what, number, due, told) {
  const fault = { what, number, due: due.join(" "), told: told.join(" ") };
  return fault.due === fault.told ? null : fault;
}

/**
 * @param {GameRecord} record
 * @param {CryptoKey} key
 * @returns {Promise<Fault | null>}
 */
async function faultOfDeal(record, key) {
  const stream = new Stream(key, `${record.x_game}/-1`);
  let bag = await stream.shuffled(fullSet());
  const cells = record.board.map((placed) => split(placed)[1]).sort(byBoard);
  const start = bag.splice(0, cells.length).map((tile, index) => `${tile}@${cells[index]}`);
  const hands = record.hands.map(() => bag.splice(0, HAND));
  const opener = await openerOf(record, hands, stream);
  const extras = actionTiles(record.options);
  if (extras.length) bag = await stream.shuffled([...bag, ...extras]);
  return (
    differ("board", 0, start.sort(), [...record.board].sort()) ??
    hands
      .map((hand, seat) => differ("hands", seat, hand, record.hands[seat] ?? []))
      .find((fault) => fault) ??
    differ("opener", 0, [opener], [String(record.opener)]) ??
    differ("bag", 0, bag, record.bag)
  );
}

/**
 * @param {string} one cell of a start tile
 * @param {string} other
 * @returns {number} which is dealt first: board by board in reading order, then row by row
 */
function byBoard(one, other) {
  /** @param {string} cell */
  const rank = (cell) => {
    const [x = 0, y = 0] = cell.split(",").map(Number);
    const board = 2 * Math.floor(y / BOARD_SIDE) + Math.floor(x / BOARD_SIDE);
    return (board * 2 * BOARD_SIDE + y) * 2 * BOARD_SIDE + x;
  };
  return rank(one) - rank(other);
}

/**
 * @param {GameRecord} record
 * @param {string[][]} hands
 * @param {Stream} stream of the deal, after the shuffle
 * @returns {Promise<string>} who opens: of those with the largest set one by the seed, where chance
 *     breaks the tie; the account registered first is nothing the seed could tell
 */
async function openerOf(record, hands, stream) {
  const sizes = hands.map(largestSet);
  const tied = [...sizes.keys()].filter((seat) => sizes[seat] === Math.max(...sizes));
  if (tied.length > 1 && record.options.opener_tie === "random") {
    return String(tied[await stream.below(tied.length)]);
  }
  const isOldest = record.options.opener_tie === "oldest" && tied.includes(record.opener);
  return String(isOldest ? record.opener : tied[0]);
}

/** @param {string[]} hand @returns {number} the most different tiles alike in colour or shape */
function largestSet(hand) {
  const kinds = [...new Set(hand)];
  const counts = [
    ...COLOURS.map((colour) => kinds.filter((kind) => kind[0] === colour).length),
    ...SHAPES.map((shape) => kinds.filter((kind) => kind[1] === shape).length),
  ];
  return Math.max(...counts);
}

/** @param {Record<string, any>} options @returns {string[]} tiles put into the bag after the deal */
function actionTiles(options) {
  if (options.tokens_from !== "bag" || !Array.isArray(options.tokens)) return [];
  return POWERS.filter((power) => options.tokens.includes(power)).map((power) => `!${power}`);
}

/**
 * @param {GameRecord} record
 * @param {CryptoKey} key
 * @returns {Promise<Finding["options"]>}
 */
async function optionsOf({ options, x_game }, key) {
  const { boards, powers } = options;
  if (!boards && !powers) return "none";
  const told = JSON.stringify([boards ?? null, powers ?? null]);
  const stream = new Stream(key, `${x_game}/-2`);
  let sides = "";
  for (let board = 0; boards && board < 4; board += 1) {
    sides += SIDES[await stream.below(SIDES.length)];
  }
  const cards = powers ? (await stream.shuffled(POWERS)).slice(0, CARDS) : [];
  const drawn = POWERS.filter((power) => cards.includes(power));
  return JSON.stringify([boards ? sides : null, powers ? drawn : null]) === told
    ? "drawn"
    : "chosen";
}

/**
 * @param {GameRecord} record
 * @param {CryptoKey} key
 * @returns {Promise<{ fault: Fault | null, draws: number }>}
 */
async function checkMoves(record, key) {
  const game = new FairGame(record, key);
  let draws = 0;
  for (const [index, told] of record.moves.entries()) {
    const due = await game.play(told);
    if (due.drew.length || due.gaveDrew.length) draws += 1;
    const gave = due.gave === null ? [] : [`(${due.gave})`, ...due.gaveDrew];
    const toldGave = told.gave === undefined ? [] : [`(${told.gave})`, ...(told.gave_drew ?? [])];
    const said = [...(told.drew ?? []), ...toldGave];
    const isOff = game.isImpossible ? [told.move] : [];
    const fault =
      differ("tiles", index + 1, [], isOff) ??
      differ("draw", index + 1, [...due.drew, ...gave], said);
    if (fault) return { fault, draws };
  }
  return { fault: null, draws };
}
