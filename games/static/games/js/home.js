// Lists of games and offers: the socket says that something changed, htmx fetches what.

const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 30_000;

/** @param {HTMLElement} root what htmx refreshes on `games-changed`; may name its `data-socket` */
export function start(root) {
  connect(root, FIRST_RETRY_MS);
  root.addEventListener("htmx:afterSettle", () => {
    retitle(root);
    const news = document.getElementById("games-news");
    if (news && root.dataset.changed) news.textContent = root.dataset.news ?? "";
    delete root.dataset.changed;
  });
}

/**
 * Keep a socket open; without one, the polling that htmx does anyway has to do.
 *
 * @param {HTMLElement} root
 * @param {number} retryMs
 */
function connect(root, retryMs) {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  const path = root.dataset.socket ?? "/ws/user/";
  const socket = new WebSocket(`${scheme}//${location.host}${path}`);
  let nextRetryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS);
  let isGreeted = false;
  socket.addEventListener("message", (event) => {
    // A socket that opens and hangs up at once, as one too many does, is no better than none.
    if (!isGreeted && retryMs > FIRST_RETRY_MS) refresh(root); // for what happened in between
    isGreeted = true;
    nextRetryMs = FIRST_RETRY_MS * 2;
    if (isAboutLists(event.data)) refresh(root);
  });
  socket.addEventListener("close", () => {
    setTimeout(() => root.isConnected && connect(root, nextRetryMs), retryMs);
  });
}

/**
 * @param {unknown} data
 * @returns {boolean}
 */
function isAboutLists(data) {
  try {
    return ["games", "offers"].includes(JSON.parse(String(data)).type);
  } catch {
    return false;
  }
}

/** @param {HTMLElement} root */
function refresh(root) {
  root.dataset.changed = "yes";
  root.dispatchEvent(new CustomEvent("games-changed"));
}

/**
 * Keep the count in the window's title, e.g. "(3) Games · Qwirkle Club".
 *
 * @param {HTMLElement} root
 */
function retitle(root) {
  if (root.id !== "games") return;
  const bare = document.title.replace(/^\s*\(\d+\)\s*/, "");
  const count = Number(root.querySelector("[data-waiting]")?.getAttribute("data-waiting"));
  document.title = count ? `(${count}) ${bare}` : bare;
}
