/**
 * What a player has in mind at a table, kept in this browser only: the order of the rack, and the
 * tiles that lie on the board unsent.
 *
 * @typedef {{tile: string, x: number, y: number}} Kept
 * @typedef {{rack: string[], laid: Kept[], power: string}} Draft ``power`` by which they are laid
 */

/** Unsent tiles are worth keeping this long, in ms. */
export const KEEP_MS = 24 * 60 * 60 * 1000;
const PREFIX = "table:";

/**
 * Read a draft out of stored text; whatever is not ours or too old is left away.
 *
 * @param {string | null} text
 * @param {number} now
 * @returns {Draft}
 */
export function readDraft(text, now) {
  /** @type {any} */
  let stored;
  try {
    stored = JSON.parse(text ?? "null");
  } catch {
    stored = null;
  }
  const rack = Array.isArray(stored?.rack) ? stored.rack.map(String) : [];
  const isFresh = Number.isFinite(stored?.at) && Math.abs(now - stored.at) < KEEP_MS;
  const laid = isFresh && Array.isArray(stored.laid) ? stored.laid.filter(isKept) : [];
  const power = laid.length && stored.power === "singles" ? "singles" : "";
  return { rack, laid, power };
}

/**
 * @param {any} one
 * @returns {one is Kept}
 */
function isKept(one) {
  return typeof one?.tile === "string" && Number.isInteger(one.x) && Number.isInteger(one.y);
}

/**
 * @param {string} game
 * @returns {Draft}
 */
export function loadDraft(game) {
  try {
    return readDraft(localStorage.getItem(PREFIX + game), Date.now());
  } catch {
    return { rack: [], laid: [], power: "" }; // storage is switched off: nothing is kept
  }
}

/**
 * @param {string} game
 * @param {Draft} draft
 */
export function saveDraft(game, { rack, laid, power }) {
  const kept = laid.map(({ tile, x, y }) => ({ tile, x, y }));
  try {
    localStorage.setItem(
      PREFIX + game,
      JSON.stringify({ at: Date.now(), rack, laid: kept, power }),
    );
  } catch {
    // Full or switched off: the table works without.
  }
}

/**
 * Forget a game that is over, and every other one that nobody has touched for long.
 *
 * @param {string} game
 */
export function dropDraft(game) {
  try {
    localStorage.removeItem(PREFIX + game);
    const stale = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
    for (const key of stale) {
      const at = JSON.parse(localStorage.getItem(key) ?? "null")?.at ?? 0;
      if (Date.now() - at > 30 * KEEP_MS) localStorage.removeItem(key);
    }
  } catch {
    // As above.
  }
}
