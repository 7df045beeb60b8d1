/**
 * The order of the tiles in the rack, which is the player's own and never leaves the browser. Pure.
 *
 * A rack is a list of six places, or more for a larger hand; each holds the slot of a tile in the hand, or -1 for none.
 *
 * @typedef {readonly number[]} Rack
 */

export const PLACES = 6;
const NONE = -1;

/**
 * @param {readonly string[]} hand
 * @returns {Rack} the tiles as the server gave them
 */
export function rackOf(hand) {
  return Array.from({ length: size(hand) }, (_, place) => (place < hand.length ? place : NONE));
}

/**
 * @param {readonly string[]} hand
 * @returns {number} places of its rack
 */
function size(hand) {
  return Math.max(PLACES, hand.length);
}

/**
 * Carry an order over to another hand: a tile that stays keeps its place, new ones fill the gaps.
 *
 * @param {readonly string[]} order tiles by place, "" for none
 * @param {readonly string[]} hand the hand now
 * @returns {Rack}
 */
export function arrange(order, hand) {
  const { rack, left } = match(order, hand);
  for (const slot of left) rack[rack.indexOf(NONE)] = slot;
  return rack;
}

/**
 * @param {readonly string[]} order tiles by place before
 * @param {readonly string[]} hand the hand now
 * @returns {number[]} slots of tiles that were not there before
 */
export function fresh(order, hand) {
  return [...match(order, hand).left];
}

/**
 * @param {readonly string[]} order
 * @param {readonly string[]} hand
 * @returns {{rack: number[], left: Set<number>}} places of the tiles that stay, and slots of others
 */
function match(order, hand) {
  /** @type {number[]} */
  const rack = Array.from({ length: size(hand) }, () => NONE);
  const left = new Set(hand.keys());
  for (const [place, tile] of order.slice(0, rack.length).entries()) {
    const slot = [...left].find((one) => hand[one] === tile);
    if (slot === undefined) continue;
    rack[place] = slot;
    left.delete(slot);
  }
  return { rack, left };
}

/**
 * @param {Rack} rack
 * @param {readonly string[]} hand
 * @returns {string[]} tiles by place, "" for none: how an order is kept
 */
export function tilesOf(rack, hand) {
  return rack.map((slot) => hand[slot] ?? "");
}

/**
 * Move a tile to a place; those between make room.
 *
 * @param {Rack} rack
 * @param {number} slot
 * @param {number} place
 * @returns {Rack}
 */
export function moveTo(rack, slot, place) {
  const from = rack.indexOf(slot);
  if (from === -1 || from === place || place < 0 || place >= rack.length) return rack;
  const rest = rack.filter((_, index) => index !== from);
  return [...rest.slice(0, place), slot, ...rest.slice(place)];
}

/**
 * Mix the tiles until their order is another one, if any other exists.
 *
 * @param {Rack} rack
 * @param {readonly string[]} hand
 * @param {() => number} random
 * @returns {Rack}
 */
export function shuffle(rack, hand, random) {
  const before = tilesOf(rack, hand).join();
  if (new Set(hand).size < 2) return rack;
  for (;;) {
    const slots = [...hand.keys()];
    for (let last = slots.length - 1; last > 0; last -= 1) {
      const other = Math.floor(random() * (last + 1));
      [slots[last], slots[other]] = [slots[other] ?? 0, slots[last] ?? 0];
    }
    const mixed = rackOf(hand).map((place) => (place === NONE ? NONE : (slots[place] ?? NONE)));
    if (tilesOf(mixed, hand).join() !== before) return mixed;
  }
}

/**
 * Sort by colour; tiles sorted by colour already are sorted by shape.
 *
 * @param {Rack} rack
 * @param {readonly string[]} hand
 * @returns {{rack: Rack, by: "colour" | "shape"}}
 */
export function sort(rack, hand) {
  const byColour = sorted(hand, 0);
  const isColour = tilesOf(rack, hand).join() === tilesOf(byColour, hand).join();
  return isColour ? { rack: sorted(hand, 1), by: "shape" } : { rack: byColour, by: "colour" };
}

const COLOURS = "ROYGBP";
const SHAPES = "CSDLXE";

/**
 * @param {readonly string[]} hand
 * @param {0 | 1} first the letter that counts most: 0 the colour, 1 the shape
 * @returns {Rack}
 */
function sorted(hand, first) {
  const rank = (/** @type {string} */ tile) => {
    const ranks = [COLOURS.indexOf(tile.charAt(0)), SHAPES.indexOf(tile.charAt(1))];
    return (ranks[first] ?? 0) * PLACES + (ranks[1 - first] ?? 0);
  };
  const slots = [...hand.keys()].sort((a, b) => rank(hand[a] ?? "") - rank(hand[b] ?? ""));
  return Array.from({ length: PLACES }, (_, place) => slots[place] ?? NONE);
}
