/**
 * What a player has in mind and has not sent: the selected tile, tiles lying on the board for now,
 * tiles picked for a trade. Pure: every function returns a new plan.
 *
 * @typedef {{slot: number, tile: string, x: number, y: number}} Laid
 * @typedef {object} Plan
 * @property {readonly string[]} hand tiles in the order of the rack, as two letters
 * @property {readonly Laid[]} laid in the order in which they were laid
 * @property {number | null} selected slot of the selected tile
 * @property {readonly number[] | null} trade slots picked for a trade; null outside trade mode
 * @property {string} power the power that works on the board now: singles, take or star; "" for none
 * @property {string} taken the cell whose tile is to be taken off the board, as "x,y"; "" for none
 */

/**
 * @param {readonly string[]} hand
 * @returns {Plan}
 */
export function emptyPlan(hand) {
  return { hand: [...hand], laid: [], selected: null, trade: null, power: "", taken: "" };
}

/**
 * @param {Plan} plan
 * @param {number} slot
 * @returns {boolean}
 */
export function isLaid(plan, slot) {
  return plan.laid.some((one) => one.slot === slot);
}

/**
 * Select a tile of the rack, or let go of it when it is selected already.
 *
 * @param {Plan} plan
 * @param {number} slot
 * @returns {Plan}
 */
export function select(plan, slot) {
  if (plan.hand[slot] === undefined || isLaid(plan, slot) || isTaking(plan)) return plan;
  return { ...plan, selected: plan.selected === slot ? null : slot };
}

/**
 * @param {Plan} plan
 * @returns {Plan}
 */
export function deselect(plan) {
  return { ...plan, selected: null };
}

/**
 * Lay the selected tile on a cell.
 *
 * @param {Plan} plan
 * @param {number} x
 * @param {number} y
 * @returns {Plan}
 */
export function lay(plan, x, y) {
  const slot = plan.selected;
  const tile = slot === null ? undefined : plan.hand[slot];
  if (slot === null || tile === undefined || isLaid(plan, slot)) return plan;
  return { ...plan, laid: [...plan.laid, { slot, tile, x, y }], selected: null };
}

/**
 * @param {Plan} plan
 * @param {number} x
 * @param {number} y
 * @returns {Plan}
 */
export function takeBack(plan, x, y) {
  return { ...plan, laid: plan.laid.filter((one) => one.x !== x || one.y !== y) };
}

/**
 * Take a tile from the board into the hand of the player, who is about to put it elsewhere.
 *
 * @param {Plan} plan
 * @param {Laid} one
 * @returns {Plan}
 */
export function pickUp(plan, one) {
  return { ...takeBack(plan, one.x, one.y), selected: one.slot };
}

/**
 * Put a tile where another one lies; that one goes where the first came from.
 *
 * @param {Plan} plan
 * @param {number} slot the tile in the hand of the player
 * @param {Laid} other
 * @param {Laid | null} origin where the first tile lay; null when it comes from the rack
 * @returns {Plan}
 */
export function swap(plan, slot, other, origin) {
  const tile = plan.hand[slot];
  if (tile === undefined) return plan;
  const rest = plan.laid.filter((one) => one.slot !== other.slot && one.slot !== slot);
  const moved = origin ? [{ ...other, x: origin.x, y: origin.y }] : [];
  return {
    ...plan,
    laid: [...rest, ...moved, { slot, tile, x: other.x, y: other.y }],
    selected: null,
  };
}

/**
 * Lay tiles that were kept, as far as they are in the hand and their cells are free.
 *
 * @param {Plan} plan
 * @param {readonly {tile: string, x: number, y: number}[]} kept
 * @param {ReadonlySet<string>} taken cells with a tile, as "x,y"
 * @returns {Plan}
 */
export function restore(plan, kept, taken) {
  const laid = kept.map(({ tile, x, y }) => ({ slot: -1, tile, x, y }));
  return carryOver({ ...plan, laid }, plan.hand, taken);
}

/**
 * @param {Plan} plan
 * @returns {Plan}
 */
export function undo(plan) {
  return { ...plan, laid: plan.laid.slice(0, -1) };
}

/**
 * @param {Plan} plan
 * @returns {Plan}
 */
export function recallAll(plan) {
  return { ...plan, laid: [], selected: null };
}

/**
 * Begin to pick tiles for a trade, or leave off; tiles on the board come back first.
 *
 * @param {Plan} plan
 * @returns {Plan}
 */
export function toggleTradeMode(plan) {
  return { ...recallAll(plan), ...UNARMED, trade: plan.trade ? null : [] };
}

const UNARMED = { power: "", taken: "" };

/**
 * Begin to use a power on the board, or put it away; tiles on the board come back first.
 *
 * @param {Plan} plan
 * @param {string} power
 * @returns {Plan}
 */
export function arm(plan, power) {
  const isOn = plan.power === power;
  return { ...recallAll(plan), ...UNARMED, trade: null, power: isOn ? "" : power };
}

/**
 * @param {Plan} plan
 * @returns {boolean} whether a tile of the board is to be chosen
 */
export function isTaking({ power }) {
  return power === "take" || power === "star";
}

/**
 * Choose the tile that is taken off the board, or let go of it.
 *
 * @param {Plan} plan
 * @param {string} cell "x,y"
 * @returns {Plan}
 */
export function chooseTaken(plan, cell) {
  return { ...plan, taken: plan.taken === cell ? "" : cell };
}

/**
 * @param {Plan} plan
 * @param {number} slot
 * @param {number} most how many tiles may be traded
 * @returns {Plan}
 */
export function toggleTradeTile(plan, slot, most) {
  if (!plan.trade || plan.hand[slot] === undefined) return plan;
  if (plan.trade.includes(slot)) {
    return { ...plan, trade: plan.trade.filter((one) => one !== slot) };
  }
  if (plan.trade.length >= most) return plan;
  return { ...plan, trade: [...plan.trade, slot] };
}

/**
 * Carry a plan over to a table that has changed: tiles stay where they lie as long as they are
 * still in the hand and their cell is still free. Whether they are legal, the server says.
 *
 * @param {Plan} plan
 * @param {readonly string[]} hand the hand now
 * @param {ReadonlySet<string>} taken cells with a tile, as "x,y"
 * @returns {Plan}
 */
export function carryOver(plan, hand, taken) {
  /** @type {Set<number>} */
  const used = new Set();
  /** @type {Laid[]} */
  const laid = [];
  for (const one of plan.laid) {
    const slot = slotOf(hand, one.tile, one.slot, used);
    if (slot === -1 || taken.has(`${one.x},${one.y}`)) continue;
    used.add(slot);
    laid.push({ ...one, slot });
  }
  const selected = plan.selected;
  const keeps = selected !== null && hand[selected] === plan.hand[selected] && !used.has(selected);
  const kept = keeps ? selected : null;
  return { hand: [...hand], laid, selected: kept, trade: null, ...UNARMED };
}

/**
 * @param {readonly string[]} hand
 * @param {string} tile
 * @param {number} before the slot it had
 * @param {ReadonlySet<number>} used
 * @returns {number} -1 when the tile is gone
 */
function slotOf(hand, tile, before, used) {
  if (hand[before] === tile && !used.has(before)) return before;
  return hand.findIndex((one, slot) => one === tile && !used.has(slot));
}

/**
 * The tiles as the preview wants them: "RS@0,0 RC@1,0".
 *
 * @param {Plan} plan
 * @returns {string}
 */
export function tilesText(plan) {
  return plan.laid.map((one) => `${one.tile}@${one.x},${one.y}`).join(" ");
}

/**
 * The move in the one written form of docs/notation.md; "" when there is nothing to send.
 *
 * @param {Plan} plan
 * @returns {string}
 */
export function moveText(plan) {
  if (plan.trade) {
    const tiles = plan.trade.map((slot) => plan.hand[slot]);
    return tiles.length ? `trade ${tiles.join(" ")}` : "";
  }
  if (isTaking(plan)) return plan.taken ? `use ${plan.power} ${plan.taken}` : "";
  const verb = plan.power === "singles" ? "use singles" : "play";
  return plan.laid.length ? `${verb} ${tilesText(plan)}` : "";
}

/**
 * The tiles that are new in the hand after some of it was played or traded.
 *
 * @param {readonly string[]} before
 * @param {readonly string[]} spent
 * @param {readonly string[]} after
 * @returns {string[]}
 */
export function drawn(before, spent, after) {
  const kept = [...before];
  for (const tile of spent) {
    const at = kept.indexOf(tile);
    if (at !== -1) kept.splice(at, 1);
  }
  return after.filter((tile) => {
    const at = kept.indexOf(tile);
    if (at !== -1) kept.splice(at, 1);
    return at === -1;
  });
}
