/**
 * Keeps the table up to date: listens to the socket, and looks by itself where the socket is mute.
 *
 * @typedef {object} Line
 * @property {boolean} isUp the socket talks to us
 * @property {boolean} isLost the socket has been away for long
 * @property {boolean} isLive the server can push
 * @property {boolean} isReachable the server answers
 * @typedef {"offline" | "reconnecting" | "not_live" | ""} Trouble
 *
 * @typedef {object} Wishes
 * @property {string} socket path of the socket
 * @property {string} table address of the table's fragment
 * @property {() => number} version the version on the page
 * @property {(html: string) => void} onTable
 * @property {(trouble: Trouble) => void} onTrouble
 * @property {() => void} onGames the list of the player's games has changed
 * @property {(newest: Record<string, number>) => void} onChat the newest lines, by room of the chat
 * @property {() => void} onMute the socket is mute: whoever waits for its word has to look
 */

import { getTable } from "./api.js";
import { connect } from "./socket.js";

const OFTEN_MS = 5000;
const SELDOM_MS = 30000;
/** A socket that is away for less than this is no news to anybody, in ms. */
const GRACE_MS = 3000;
/** One that is away for longer will not be back soon: the page says how it gets its news, in ms. */
const LOST_MS = 9000;

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
  if (!line.isLive || line.isLost) return "not_live";
  return line.isUp ? "" : "reconnecting";
}

/**
 * @param {Wishes} wishes
 * @returns {{heard: (live: boolean | null) => void, look: () => void, stop: () => void}}
 */
export function keepUp(wishes) {
  /** @type {Line} */
  const line = { isUp: false, isLost: false, isLive: true, isReachable: true };
  let etag = "";
  let isLooking = false;
  let lookAgain = false;
  let isStopped = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let poll;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let grace;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let lost;

  const plan = () => {
    clearTimeout(poll);
    if (!isStopped) poll = setTimeout(look, pollDelay(line));
  };
  const judge = () => {
    const trouble = troubleOf(line);
    if (trouble === "reconnecting") {
      grace ??= setTimeout(() => wishes.onTrouble(troubleOf(line)), GRACE_MS);
    } else {
      clearTimeout(grace);
      grace = undefined;
      wishes.onTrouble(trouble);
    }
    plan();
  };
  const giveUp = () => {
    line.isLost = true;
    judge();
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
    if (troubleOf(line)) wishes.onMute();
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
    onClock: look,
    onGames: wishes.onGames,
    onChat: wishes.onChat,
    onLive: (live) => {
      if (live === line.isLive) return;
      line.isLive = live;
      judge();
    },
    onUp: (up) => {
      // A socket that fails again and again is one piece of news; it must not put off the next look.
      if (up === line.isUp) return;
      line.isUp = up;
      line.isLost = false;
      clearTimeout(lost);
      if (up) line.isReachable = true;
      else lost = setTimeout(giveUp, LOST_MS);
      judge();
    },
  });
  const onVisible = () => {
    if (!document.hidden) look();
  };
  document.addEventListener("visibilitychange", onVisible);
  const onOffline = () => {
    line.isReachable = false;
    judge();
  };
  window.addEventListener("offline", onOffline);
  window.addEventListener("online", look);
  lost = setTimeout(giveUp, LOST_MS);
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
      clearTimeout(lost);
      document.removeEventListener("visibilitychange", onVisible);
      window.removeEventListener("offline", onOffline);
      window.removeEventListener("online", look);
      close();
    },
  };
}
