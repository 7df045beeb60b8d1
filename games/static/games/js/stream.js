/**
 * Numbers of chance from a game's seed, as docs/fairness.md says: HMAC-SHA256 in counter mode. Pure
 * but for the browser's own WebCrypto, which exists on HTTPS and on localhost only.
 */

const TAG = "qwirkle-club/stream/1";
const COMMITMENT_TAG = "qwirkle-club/commitment/1";
const WORDS = 2 ** 32;

const encoder = new TextEncoder();

/**
 * @param {string} hex
 * @returns {Uint8Array<ArrayBuffer>}
 */
function bytesOf(hex) {
  const pairs = hex.match(/../g) ?? [];
  return Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16));
}

/**
 * @param {ArrayBuffer} buffer
 * @returns {string} hex
 */
function hexOf(buffer) {
  return [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * The hash that was published before the first draw.
 *
 * @param {string} seed hex
 * @param {string} game id of the game
 * @param {string} ruleset key
 * @param {number} version of the rules
 * @returns {Promise<string>} hex
 */
export async function commitmentOf(seed, game, ruleset, version) {
  const text = [COMMITMENT_TAG, game, ruleset, String(version), seed].join("\n");
  return hexOf(await crypto.subtle.digest("SHA-256", encoder.encode(text)));
}

/**
 * @param {string} seed hex
 * @returns {Promise<CryptoKey>}
 */
export function keyOf(seed) {
  const hmac = { name: "HMAC", hash: "SHA-256" };
  return crypto.subtle.importKey("raw", bytesOf(seed), hmac, false, ["sign"]);
}

/** One stream of 32-bit words. The same seed and context give the same numbers, always. */
export class Stream {
  /**
   * @param {CryptoKey} key see `keyOf`
   * @param {string} context the game's id, a slash and the ply
   */
  constructor(key, context) {
    this.key = key;
    this.prefix = `${TAG}\0${context}\0`;
    this.counter = 0n;
    /** @type {number[]} */
    this.words = [];
  }

  /** @returns {Promise<number>} the next word */
  async next() {
    if (!this.words.length) {
      const prefix = encoder.encode(this.prefix);
      const message = new Uint8Array(prefix.length + 8);
      message.set(prefix);
      new DataView(message.buffer).setBigUint64(prefix.length, this.counter);
      const block = new DataView(await crypto.subtle.sign("HMAC", this.key, message));
      this.words = Array.from({ length: 8 }, (_, index) => block.getUint32(4 * index));
      this.counter += 1n;
    }
    return /** @type {number} */ (this.words.shift());
  }

  /**
   * @param {number} limit
   * @returns {Promise<number>} a whole number below it; words that favour small ones are thrown away
   */
  async below(limit) {
    const fair = WORDS - (WORDS % limit);
    let word = await this.next();
    while (word >= fair) word = await this.next();
    return word % limit;
  }

  /**
   * @template T
   * @param {T[]} items
   * @returns {Promise<T[]>} the items in a random order: Fisher-Yates, from the last place down
   */
  async shuffled(items) {
    const mixed = [...items];
    for (let last = mixed.length - 1; last > 0; last -= 1) {
      const chosen = await this.below(last + 1);
      const kept = /** @type {T} */ (mixed[last]);
      mixed[last] = /** @type {T} */ (mixed[chosen]);
      mixed[chosen] = kept;
    }
    return mixed;
  }
}
