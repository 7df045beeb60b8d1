/**
 * Bag, hands and board of a game played again, as far as they decide who draws which tile. It knows
 * no lines and no points: what the log says was played is taken as it stands.
 *
 * @typedef {object} RecordMove
 * @property {number} seat
 * @property {string} move in the notation
 * @property {string[]} [drew]
 * @property {number} [gave]
 * @property {string[]} [gave_drew]
 *
 * @typedef {object} GameRecord a record of docs/notation.md section 3, of a game that is over
 * @property {string} ruleset
 * @property {Record<string, any>} options
 * @property {number} opener
 * @property {string[][]} hands
 * @property {string[]} bag
 * @property {string[]} board
 * @property {RecordMove[]} moves
 * @property {{ commitment: string, seed: string }} fair
 * @property {string} x_game
 * @property {number} x_rules_version
 *
 * @typedef {object} Drawn what a move drew, by the seed
 * @property {string[]} drew
 * @property {number | null} gave
 * @property {string[]} gaveDrew
 */

import { Stream } from "./stream.js";

const HAND = 6;

/** @param {string} tile of the bag @returns {boolean} whether it is no part of a hand */
const isAction = (tile) => tile.startsWith("!");

/**
 * @param {string} placed as in `RS@0,0`
 * @returns {[string, string]} tile and cell
 */
export function split(placed) {
  const [tile = "", cell = ""] = placed.split("@");
  return [tile, cell];
}

/** The game after each of its moves. */
export class FairGame {
  /**
   * @param {GameRecord} record whose hands, bag and board are those of the seed
   * @param {CryptoKey} key
   */
  constructor(record, key) {
    this.record = record;
    this.key = key;
    this.hands = record.hands.map((hand) => [...hand]);
    this.bag = [...record.bag];
    /** @type {Map<string, string>} tile by cell */
    this.board = new Map(record.board.map(split).map(([tile, cell]) => [cell, tile]));
    /** @type {Set<number>} seats that left */
    this.left = new Set();
    this.ply = 0;
    /** Whether the last move used a tile that was not there. */
    this.isImpossible = false;
  }

  /**
   * Make the next move of the log.
   *
   * @param {RecordMove} told
   * @returns {Promise<Drawn>}
   */
  async play({ seat, move }) {
    const stream = new Stream(this.key, `${this.record.x_game}/${this.ply}`);
    this.ply += 1;
    this.isImpossible = false;
    const [verb = "", ...rest] = move.split(" ");
    /** @type {Drawn} */
    const drawn = { drew: [], gave: null, gaveDrew: [] };
    if (verb === "play") drawn.drew = this.lay(seat, rest);
    if (verb === "trade") drawn.drew = await this.trade(seat, rest, stream, false);
    if (verb === "resign" || verb === "flag") this.leave(seat);
    return verb === "use" ? await this.use(seat, rest, stream) : drawn;
  }

  /**
   * @param {number} seat
   * @param {string[]} words the power and what it is used on
   * @param {Stream} stream
   * @returns {Promise<Drawn>}
   */
  async use(seat, [power = "", ...rest], stream) {
    if (power === "ask") return this.ask(seat, rest[0] ?? "");
    /** @type {Drawn} */
    const drawn = { drew: [], gave: null, gaveDrew: [] };
    if (power === "draw3") drawn.drew = this.draw(seat, 3);
    if (power === "singles") drawn.drew = this.lay(seat, rest);
    if (power === "take" || power === "star") this.take(seat, rest[0] ?? "");
    if (power === "trade") {
      const isFirst = this.record.options.exchange_order === "return_first";
      drawn.drew = await this.trade(seat, rest, stream, isFirst);
    }
    return drawn;
  }

  /** @param {number} seat @returns {string[]} */
  hand(seat) {
    return this.hands[seat] ?? [];
  }

  /**
   * @param {number} seat
   * @param {number} count
   * @returns {string[]} what came out of the bag; action tiles are replaced at once
   */
  draw(seat, count) {
    const order = [];
    let missing = Math.max(0, count);
    while (missing && this.bag.length) {
      const tile = /** @type {string} */ (this.bag.shift());
      order.push(tile);
      if (isAction(tile)) continue;
      this.hand(seat).push(tile);
      missing -= 1;
    }
    return order;
  }

  /** @param {number} seat @param {string[]} tiles */
  drop(seat, tiles) {
    for (const tile of tiles) {
      const at = this.hand(seat).indexOf(tile);
      if (at < 0) this.isImpossible = true;
      else this.hand(seat).splice(at, 1);
    }
  }

  /** @param {number} seat @param {string[]} placed @returns {string[]} */
  lay(seat, placed) {
    const tiles = placed.map(split);
    this.drop(
      seat,
      tiles.map(([tile]) => tile),
    );
    for (const [tile, cell] of tiles) this.board.set(cell, tile);
    return this.draw(seat, HAND - this.hand(seat).length);
  }

  /**
   * @param {number} seat
   * @param {string[]} named
   * @param {Stream} stream
   * @param {boolean} isReturnedFirst whether the tiles go into the bag before drawing
   * @returns {Promise<string[]>}
   */
  async trade(seat, named, stream, isReturnedFirst) {
    const given = isReturnedFirst ? named : named.slice(0, this.bag.length);
    this.drop(seat, given);
    const kept = this.hand(seat).length;
    const due = Math.max(0, Math.min(given.length, HAND - kept));
    if (isReturnedFirst) {
      this.bag = await stream.shuffled([...this.bag, ...given]);
      return this.draw(seat, due);
    }
    const order = this.draw(seat, due);
    this.bag = await stream.shuffled([...this.bag, ...given]);
    // Action tiles made the draw come short: what was put back makes up for it.
    return [...order, ...this.draw(seat, kept + due - this.hand(seat).length)];
  }

  /** @param {number} seat @param {string} tile @returns {Drawn} */
  ask(seat, tile) {
    const count = this.hands.length;
    const others = Array.from({ length: count - 1 }, (_, step) => (seat + step + 1) % count);
    const giver = others.find((other) => !this.left.has(other) && this.hand(other).includes(tile));
    if (giver === undefined) return { drew: this.draw(seat, 1), gave: null, gaveDrew: [] };
    this.drop(giver, [tile]);
    this.hand(seat).push(tile);
    return { drew: [], gave: giver, gaveDrew: this.draw(giver, 1) };
  }

  /** @param {number} seat @param {string} cell */
  take(seat, cell) {
    const tile = this.board.get(cell);
    this.board.delete(cell);
    if (tile) this.hand(seat).push(tile);
    else this.isImpossible = true;
  }

  /** @param {number} seat */
  leave(seat) {
    this.left.add(seat);
    this.hands[seat] = [];
  }
}
