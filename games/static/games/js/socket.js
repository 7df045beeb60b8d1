/**
 * The socket of one game: it only listens, and comes back by itself.
 *
 * @typedef {object} Listener
 * @property {(version: number) => void} onVersion the table is at this version
 * @property {(live: boolean) => void} onLive whether the server can push at all
 * @property {(up: boolean) => void} onUp the server talks to us, or does not
 * @property {() => void} onClock the clock of the table stands, runs or has more time
 * @property {() => void} onGames the list of the player's games has changed
 * @property {(newest: Record<string, number>) => void} onChat the newest lines, by room of the chat
 */

const LOOK_MS = 60_000;
const SHORTEST_MS = 500;
const LONGEST_MS = 5000;
/** The server closes with this code when somebody has too many sockets. */
const TOO_MANY = 4429;
/** Then this page looks for news by itself and asks again after so long, in ms. */
const PATIENT_MS = 60_000;

/**
 * How long to wait before the next try: longer each time, and never for all pages alike.
 *
 * @param {number} tries failed tries so far
 * @param {number} chance 0 <= chance < 1
 * @returns {number} ms, 500 to 5000
 */
export function waitBefore(tries, chance) {
  const ceiling = Math.min(LONGEST_MS, SHORTEST_MS * 2 ** (tries + 1));
  return Math.round(SHORTEST_MS + (ceiling - SHORTEST_MS) * chance);
}

/**
 * How long to wait after a socket was closed.
 *
 * @param {number} code why
 * @param {number} tries failed tries so far
 * @param {number} chance 0 <= chance < 1
 * @returns {number} ms
 */
export function waitAfter(code, tries, chance) {
  return code === TOO_MANY ? PATIENT_MS : waitBefore(tries, chance);
}

/**
 * Hand one message to the listener; anything that is not ours is ignored.
 *
 * @param {unknown} data
 * @param {Listener} listener
 * @returns {boolean} whether it told what one sees at the table
 */
export function hear(data, listener) {
  let message;
  try {
    message = JSON.parse(String(data));
  } catch {
    return false;
  }
  if (!message || typeof message !== "object") return false;
  if (typeof message.live === "boolean") listener.onLive(message.live);
  if (message.type === "games") listener.onGames();
  if (message.type === "clock") listener.onClock();
  if (message.chat && typeof message.chat === "object") listener.onChat(message.chat);
  if (!Number.isInteger(message.version)) return false;
  listener.onVersion(message.version);
  return true;
}

/**
 * Connect and stay connected. While the page is in sight the server hears that somebody looks: it
 * sends no mail about what he sees. A tab that is only open counts for nothing.
 *
 * @param {string} path
 * @param {Listener} listener
 * @returns {() => void} closes it for good
 */
export function connect(path, listener) {
  const url = new URL(path, location.href);
  url.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  let tries = 0;
  let isDone = false;
  /** @type {WebSocket | undefined} */
  let socket;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  const look = () => {
    const isOpen = socket?.readyState === WebSocket.OPEN;
    if (isOpen && document.visibilityState === "visible") socket?.send('{"type": "looking"}');
  };
  const looks = setInterval(look, LOOK_MS);
  document.addEventListener("visibilitychange", look);

  const open = () => {
    socket = new WebSocket(url);
    let isGreeted = false;
    socket.onmessage = (event) => {
      // A server that accepts and hangs up at once is no better than none: wait for its word.
      if (!isGreeted) listener.onUp(true);
      isGreeted = true;
      tries = 0;
      if (hear(event.data, listener)) look();
    };
    socket.onclose = (event) => {
      if (isDone) return;
      listener.onUp(false);
      timer = setTimeout(open, waitAfter(event.code, tries, Math.random()));
      tries += 1;
    };
  };
  open();
  return () => {
    isDone = true;
    clearTimeout(timer);
    clearInterval(looks);
    document.removeEventListener("visibilitychange", look);
    socket?.close();
  };
}
