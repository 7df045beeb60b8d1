/**
 * The replay bar: walks through the game move by move. The last move is the table as it is, so there
 * the replay is left. When the table is replaced, the new one begins where the address says
 * (#move=14), which is where the old one was.
 *
 * @typedef {import("./replaystate.js").Step} Step
 */

import { keyOf } from "./boardview.js";
import { byId } from "./dom.js";
import { Ledger } from "./ledger.js";
import { announce } from "./notices.js";
import { hashOfMove, moveOfHash, readPly, startOf, stepTo, tableAt } from "./replaystate.js";
import { didText, drawThen, rowOf } from "./replayview.js";
import { readTexts } from "./texts.js";

const COPIED_MS = 2000;
const STEPS = ["first", "prev", "next", "last"];

/** @type {Replay | undefined} */
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
  current?.stop();
  const game = host.querySelector("[data-module=replay]");
  const bar = game?.querySelector(".replay");
  const root = game?.closest("#table");
  current = undefined;
  if (bar instanceof HTMLElement && root instanceof HTMLElement) current = new Replay(bar, root);
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
    const rows = [...root.querySelectorAll(".moves li[data-ply]")];
    this.plies = rows
      .map((row) => readPly(row instanceof HTMLElement ? row.dataset : {}))
      .reverse();
    this.start = startOf(this.plies, tilesOn(root));
    this.count = this.plies.length;
    this.now = this.count;
    this.range = bar.querySelector("input");
    this.listen();
    this.label();
    this.obeyAddress();
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
    window.addEventListener("hashchange", () => this.obeyAddress(), { signal });
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
   * @returns {import("./replaystate.js").Then | null} the table after a move; null after the last
   */
  tableAfter(number) {
    if (number === this.count) return null;
    return tableAt(this.plies, number, this.seatCount(), this.start);
  }

  obeyAddress() {
    const number = moveOfHash(location.hash, this.count);
    if ((number ?? this.count) !== this.now) this.go(number ?? this.count);
  }

  /** @param {Event} event */
  press({ target }) {
    if (!(target instanceof Element)) return;
    const step = target.closest("[data-step]")?.getAttribute("data-step");
    const bar = target.closest(".scrub__bars i");
    if (step) this.step(/** @type {Step} */ (step));
    else if (bar) this.go([...(bar.parentElement?.children ?? [])].indexOf(bar) + 1);
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
    const hash = hashOfMove(this.now, this.count);
    history.replaceState(history.state, "", hash || location.pathname + location.search);
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

  label() {
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
    const tiles = [...(rowOf(this.root, this.now)?.querySelectorAll(".tile") ?? [])]
      .map((tile) => tile.getAttribute("aria-label"))
      .join(", ");
    const did = [didText(this.root, this.now), tiles].filter(Boolean).join(": ");
    return [move, did, isPast ? "" : this.say("replay_now")].filter(Boolean).join(". ");
  }

  async share() {
    const hash = hashOfMove(this.now, this.count);
    await navigator.clipboard.writeText(location.origin + location.pathname + hash);
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

/**
 * @param {HTMLElement} root the table
 * @returns {Map<string, string>} tile by cell, as "x,y"
 */
function tilesOn(root) {
  const cells = [...root.querySelectorAll(".cell[data-tile]:not([data-drawn])")];
  return new Map(cells.map((cell) => [keyOf(cell), cell.getAttribute("data-tile") ?? ""]));
}
