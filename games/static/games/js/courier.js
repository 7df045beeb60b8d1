/**
 * Takes one move to the server. Until it is known what became of it, the same move can be sent
 * again with the same key and the same version, so it is played once or not at all.
 *
 * @typedef {import("./api.js").Answer} Answer
 * @typedef {{url: string, fields: Record<string, string>, spent: string[]}} Parcel
 */

import { post } from "./api.js";
import { freshKey } from "./key.js";
import { sendOnce } from "./send.js";

export class Courier {
  /** @type {Parcel | null} */
  parcel = null;
  isBusy = false;
  isSlow = false;

  /**
   * @param {() => string} token reads the CSRF token
   * @param {() => void} onChange busy or slow has changed
   */
  constructor(token, onChange) {
    this.token = token;
    this.onChange = onChange;
  }

  /**
   * Pack a new move under a new key.
   *
   * @param {string} url
   * @param {number} version the version that the player saw
   * @param {Record<string, string>} fields
   * @param {string[]} spent tiles that leave the hand
   */
  pack(url, version, fields, spent) {
    const key = freshKey();
    this.parcel = { url, fields: { version: String(version), key, ...fields }, spent };
  }

  /** Forget the move; if it was played all the same, the table will show it. */
  drop() {
    this.parcel = null;
  }

  /**
   * Send the packed move, once.
   *
   * @returns {Promise<Answer>}
   */
  async send() {
    const parcel = this.parcel;
    if (!parcel) throw new Error("There is no move to send.");
    this.isBusy = true;
    this.isSlow = false;
    this.onChange();
    const answer = await sendOnce(
      (signal) => post(parcel.url, parcel.fields, this.token(), signal),
      () => {
        this.isSlow = true;
        this.onChange();
      },
    );
    this.isBusy = false;
    this.isSlow = false;
    if (answer.code !== "no_answer") this.parcel = null;
    return answer;
  }
}
