/**
 * "Show me": three hints in somebody's first game, each gone as soon as it is done. Offered once.
 *
 * @typedef {import("./gametable.js").GameTable} GameTable
 */

const DONE = "intro-done";

/** What has to happen before the next hint, in order. @type {((table: GameTable) => boolean)[]} */
const STEPS = [
  ({ plan }) => plan.selected !== null || plan.laid.length > 0,
  ({ plan }) => plan.laid.length > 0,
  ({ facts, courier }) => courier.isBusy || !facts.isYourTurn,
];

/**
 * @param {HTMLElement} host
 * @param {GameTable} table
 */
export function startIntro(host, table) {
  const card = host.querySelector("#intro");
  if (!(card instanceof HTMLElement) || isDone() || table.facts.isOver) return;
  let at = -1;
  const show = () => {
    for (const part of card.querySelectorAll("[data-hint]")) {
      part.toggleAttribute("hidden", Number(part.getAttribute("data-hint")) !== at);
    }
    host.dataset.hint = String(at);
  };
  const end = () => {
    table.onDraw = () => {};
    card.hidden = true;
    delete host.dataset.hint;
    remember();
  };
  // Who makes a move without an answer needs no hints.
  table.onDraw = () => {
    if (table.courier.isBusy) end();
  };
  card.addEventListener("click", (event) => {
    if (!(event.target instanceof Element)) return;
    if (event.target.closest("[data-intro=skip]")) end();
    else if (event.target.closest("[data-intro=show]")) {
      at = 0;
      show();
      table.onDraw = () => {
        while (at < STEPS.length && STEPS[at]?.(table)) at += 1;
        if (at >= STEPS.length) end();
        else show();
      };
      table.onDraw();
    }
  });
  show();
  card.hidden = false;
}

/** @returns {boolean} */
function isDone() {
  try {
    return localStorage.getItem(DONE) !== null;
  } catch {
    return false;
  }
}

function remember() {
  try {
    localStorage.setItem(DONE, "yes");
  } catch {
    // Storage is off: it is offered again until the first game is over.
  }
}
