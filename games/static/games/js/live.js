/**
 * Keeps the table up to date: listens to the socket, and looks by itself where the socket is mute.
 *
 * @typedef {{isUp: boolean, isLive: boolean, isReachable: boolean}} Line
 * @typedef {"offline" | "not_live" | ""} Trouble
 *
 * @typedef {object} Wishes
 * @property {string} socket path of the socket
 * @property {string} table address of the table's fragment
 * @property {() => number} version the version on the page
 * @property {(html: string) => void} onTable
 * @property {(trouble: Trouble) => void} onTrouble
 */

import { getTable } from "./api.js";
import { connect } from "./socket.js";

const OFTEN_MS = 5000;
const SELDOM_MS = 30000;
/** A socket that is away for less than this is no news to anybody, in ms. */
const GRACE_MS = 3000;

/**
 * @param {Line} line
 * @returns {number} ms until the next look
 */
export function pollDelay(line) {
  return troubleOf(line) ? OFTEN_MS : SELDOM_MS;
}

/**
 * @param {Line} line
 * @returns {Trouble}
 */
export function troubleOf(line) {
  if (!line.isReachable) return "offline";
  return line.isUp && line.isLive ? "" : "not_live";
}

/**
 * @param {Wishes} wishes
 * @returns {{heard: (live: boolean | null) => void, look: () => void, stop: () => void}}
 */
export function keepUp(wishes) {
  /** @type {Line} */
  const line = { isUp: false, isLive: true, isReachable: true };
  let etag = "";
  let isLooking = false;
  let lookAgain = false;
  let isStopped = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let poll;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let grace;

  const plan = () => {
    clearTimeout(poll);
    if (!isStopped) poll = setTimeout(look, pollDelay(line));
  };
  const judge = () => {
    const trouble = troubleOf(line);
    if (trouble === "not_live" && !line.isUp) {
      grace ??= setTimeout(() => wishes.onTrouble(troubleOf(line)), GRACE_MS);
    } else {
      clearTimeout(grace);
      grace = undefined;
      wishes.onTrouble(trouble);
    }
    plan();
  };
  const look = async () => {
    if (isStopped || document.hidden) return plan();
    if (isLooking) {
      lookAgain = true;
      return undefined;
    }
    isLooking = true;
    const found = await getTable(wishes.table, etag);
    isLooking = false;
    etag = found.etag;
    if (isStopped) return undefined;
    if (line.isReachable !== (found.status !== 0)) {
      line.isReachable = found.status !== 0;
      judge();
    }
    if (found.html) wishes.onTable(found.html);
    if (lookAgain) {
      lookAgain = false;
      return look();
    }
    return plan();
  };
  const close = connect(wishes.socket, {
    onVersion: (version) => {
      if (version > wishes.version()) look();
    },
    onLive: (live) => {
      if (live === line.isLive) return;
      line.isLive = live;
      judge();
    },
    onUp: (up) => {
      // A socket that fails again and again is one piece of news; it must not put off the next look.
      if (up === line.isUp) return;
      line.isUp = up;
      if (up) line.isReachable = true;
      judge();
    },
  });
  const onVisible = () => {
    if (!document.hidden) look();
  };
  document.addEventListener("visibilitychange", onVisible);
  judge();

  return {
    // An answer to a move tells that the server is there, and mostly whether it can push.
    heard: (live) => {
      if ((live ?? line.isLive) === line.isLive && line.isReachable) return;
      line.isLive = live ?? line.isLive;
      line.isReachable = true;
      judge();
    },
    look,
    stop: () => {
      isStopped = true;
      clearTimeout(poll);
      clearTimeout(grace);
      document.removeEventListener("visibilitychange", onVisible);
      close();
    },
  };
}
