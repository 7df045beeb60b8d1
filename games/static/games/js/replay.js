/**
 * The replay bar: walks through the game move by move. The last move is the table as it is, so there
 * the replay is left, unless the server drew the page as it was after some move. When the table is
 * replaced, the new one begins where the address says (moves/14/), which is where the old one was.
 *
 * @typedef {import("./replaystate.js").Step} Step
 */

import { byId } from "./dom.js";
import { Ledger } from "./ledger.js";
import { announce } from "./notices.js";
import { moveOfPath, pathOfMove, startOf, stepTo, tableAt } from "./replaystate.js";
import { drawThen, moveText, readLog, tilesOn } from "./replayview.js";
import { Since } from "./since.js";
import { readTexts } from "./texts.js";

const COPIED_MS = 2000;
const STEPS = ["first", "prev", "next", "last"];

/** @type {Replay | Since | undefined} */
let current;

/** @param {HTMLElement} game the first one; a bar may come only with a later one */
export function start(game) {
  const host = game.closest(".table-host");
  if (!(host instanceof HTMLElement)) return;
  host.addEventListener("table-swapped", () => begin(host));
  // What pops up would lie over the board on paper; closed, it is part of the page.
  window.addEventListener("beforeprint", () => {
    for (const name of ["#sheet-result", "#sheet-moves"]) hideSheet(host, name);
  });
  whenLive(host, () => begin(host));
}

/** @param {HTMLElement} host */
function begin(host) {
  const game = host.querySelector("[data-module=replay]");
  const bar = game?.querySelector(".replay");
  const root = game?.closest("#table");
  const since = game?.querySelector(".since");
  if (since && current instanceof Since && current.place === since) return; // the same table again
  current?.stop();
  current = undefined;
  if (!(root instanceof HTMLElement)) return;
  if (bar instanceof HTMLElement) current = new Replay(bar, root);
  else if (since instanceof HTMLElement) current = new Since(since, root);
}

/**
 * The table writes the title and opens the result when it comes to life; both modules load at once.
 *
 * @param {Element} host
 * @param {() => void} then
 */
function whenLive(host, then) {
  if (host.classList.contains("is-live")) {
    then();
    return;
  }
  const watch = new MutationObserver(() => {
    if (!host.classList.contains("is-live")) return;
    watch.disconnect();
    then();
  });
  watch.observe(host, { attributeFilter: ["class"] });
}

class Replay {
  ledger = new Ledger();
  listening = new AbortController();
  seatsWatch = new MutationObserver(() => {
    this.draw(this.tableAfter(this.now));
  });

  /**
   * @param {HTMLElement} bar
   * @param {HTMLElement} root the table
   */
  constructor(bar, root) {
    this.bar = bar;
    this.root = root;
    this.say = readTexts(bar);
    this.plies = readLog(root);
    this.start = startOf(this.plies, tilesOn(root));
    this.count = this.plies.length;
    /** the move that the server drew, or 0 for the table as it is */
    this.drawn = Number(root.dataset.then ?? 0);
    this.now = this.drawn || this.count;
    this.range = bar.querySelector("input");
    this.listen();
    this.label();
    if (this.drawn) {
      byId("replay-note")?.remove();
      hideSheet(root, "#sheet-result");
      this.draw(this.tableAfter(this.now));
    } else {
      this.go(moveOfPath(location.pathname, this.count) ?? this.count);
    }
  }

  listen() {
    const { signal } = this.listening;
    this.bar.addEventListener("click", (event) => this.press(event), { signal });
    this.root.querySelector("[data-module=replay]")?.addEventListener("replay-step", (event) => {
      if (event instanceof CustomEvent && STEPS.includes(event.detail)) this.step(event.detail);
    });
    this.range?.addEventListener("input", () => this.go(Number(this.range?.value)), { signal });
    this.root.querySelector(".moves")?.addEventListener("click", (event) => this.pick(event), {
      signal,
    });
    // When somebody comes or goes the seats alone are drawn anew.
    const side = this.root.querySelector(".game__side");
    if (side) this.seatsWatch.observe(side, { childList: true });
    const share = this.bar.querySelector("[data-replay=share]");
    share?.toggleAttribute("hidden", !navigator.clipboard);
  }

  /** Another table has come, with a bar of its own. */
  stop() {
    this.listening.abort();
    this.seatsWatch.disconnect();
  }

  /**
   * @param {number} number
   * @returns {import("./replaystate.js").Then | null} the table after a move; null for the table
   *   as it is
   */
  tableAfter(number) {
    if (number === this.count && !this.drawn) return null;
    return tableAt(this.plies, number, this.seatCount(), this.start);
  }

  /** @param {MouseEvent} event */
  press(event) {
    const { target } = event;
    if (!(target instanceof Element)) return;
    const step = target.closest("[data-step]")?.getAttribute("data-step");
    const bar = target.closest(".scrub__bars i");
    if (step) {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return; // the link, in a window of its own
      event.preventDefault();
      this.step(/** @type {Step} */ (step));
    } else if (bar) this.go([...(bar.parentElement?.children ?? [])].indexOf(bar) + 1);
    else if (target.closest("[data-replay=share]")) void this.share();
  }

  /** @param {Event} event a click in the log */
  pick({ target }) {
    const row = target instanceof Element ? target.closest("li[data-ply]") : null;
    if (!row) return;
    hideSheet(this.root, "#sheet-moves");
    this.go(Number(row.getAttribute("data-ply")));
  }

  /** @param {Step} step */
  step(step) {
    if (this.count) this.go(stepTo(this.now, this.count, step));
  }

  /** @param {number} number */
  go(number) {
    if (number === this.now) return;
    const then = this.tableAfter(number);
    this.now = then ? number : this.count;
    if (then) hideSheet(this.root, "#sheet-result");
    this.draw(then);
    this.drawBars();
    this.label();
    history.replaceState(history.state, "", this.path());
    announce(this.words(then !== null));
  }

  /** @param {import("./replaystate.js").Then | null} then null for the table as it is */
  draw(then) {
    this.ledger.restore();
    if (!then) return;
    drawThen(this.root, then, this.count, this.ledger, this.say);
    this.title();
  }

  seatCount() {
    return this.root.querySelectorAll(".seat").length;
  }

  title() {
    const before = document.title;
    const site = before.slice(before.lastIndexOf(" · "));
    const replay = this.say("replay_title", { ply: this.now, count: this.count });
    this.ledger.note(document, "title", () => {
      document.title = before;
    });
    document.title = replay + site;
    const state = byId("top-state");
    if (state) this.ledger.text(state, replay);
  }

  drawBars() {
    for (const [index, bar] of [...this.bar.querySelectorAll(".scrub__bars i")].entries()) {
      bar.classList.toggle("is-past", index + 1 < this.now);
      bar.classList.toggle("is-now", index + 1 === this.now);
    }
  }

  /** @returns {string} the path of what is shown; the last move is the game itself */
  path() {
    const game = this.root.dataset.urlGame ?? "";
    return this.now < this.count || this.drawn ? pathOfMove(game, this.now) : game;
  }

  label() {
    const game = this.root.dataset.urlGame ?? "";
    for (const link of this.bar.querySelectorAll("[data-step]")) {
      const step = /** @type {Step} */ (link.getAttribute("data-step"));
      if (this.count)
        link.setAttribute("href", pathOfMove(game, stepTo(this.now, this.count, step)));
    }
    if (!this.range) return;
    this.range.value = String(this.now);
    const text = this.say("replay_move", { ply: this.now, count: this.count });
    this.range.setAttribute("aria-valuetext", text);
  }

  /**
   * @param {boolean} isPast
   * @returns {string} what somebody hears who cannot see the board
   */
  words(isPast) {
    const move = this.say("replay_move", { ply: this.now, count: this.count });
    return [move, moveText(this.root, this.now), isPast ? "" : this.say("replay_now")]
      .filter(Boolean)
      .join(". ");
  }

  async share() {
    const game = this.root.dataset.urlGame ?? "";
    const path = this.count ? pathOfMove(game, this.now) : game;
    await navigator.clipboard.writeText(location.origin + path);
    const label = this.bar.querySelector("[data-replay=share] [data-label]");
    const before = label?.textContent ?? "";
    const copied = this.say("replay_copied");
    announce(copied);
    if (!label || before === copied) return;
    label.textContent = copied;
    setTimeout(() => {
      label.textContent = before;
    }, COPIED_MS);
  }
}

/**
 * @param {HTMLElement} root
 * @param {string} name
 */
function hideSheet(root, name) {
  const sheet = root.querySelector(name);
  if (sheet instanceof HTMLElement && sheet.matches(":popover-open")) sheet.hidePopover();
}
