/**
 * The bell, the count of waiting games and the app's badge on pages that have no news of their own.
 */

import { badge, renewPill } from "./pill.js";
import { connect } from "./socket.js";

/** @param {HTMLElement} place holds the address of the counts */
export function start(place) {
  if (document.querySelector("[data-module=table]")) return; // the table tells, and it looks itself
  badge(false);
  if (document.querySelector("[data-module=home]")) return; // brings them with its lists
  const renew = () => void renewPill(place).then(() => badge(false));
  let isLate = false;
  connect("/ws/user/", {
    onGames: renew,
    onUp: (isUp) => {
      if (isUp && isLate) renew(); // for what happened in between
      isLate = !isUp;
    },
    onChat: () => {},
    onClock: () => {},
    onLive: () => {},
    onVersion: () => {},
  });
}
