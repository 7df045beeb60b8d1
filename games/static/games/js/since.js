/**
 * What happened since the player's own last move: one button walks through the missed moves, and the
 * tiles of each keep a ring and a number. After the last one the table is as it is, with the marks;
 * whoever touches the board or the rack is back there at once.
 */

import { keyOf } from "./boardview.js";
import { Ledger } from "./ledger.js";
import { announce } from "./notices.js";
import { startOf, stepTo, tableAt } from "./replaystate.js";
import { drawThen, moveText, readLog, tilesOn } from "./replayview.js";
import { readTexts } from "./texts.js";

export class Since {
  /** what makes the table an earlier one */
  ledger = new Ledger();
  /** the marks on top of it */
  marks = new Ledger();
  listening = new AbortController();
  /** how many of the missed moves are shown; 0 before the walk */
  step = 0;

  /**
   * @param {HTMLElement} place the button and the legend
   * @param {HTMLElement} root the table
   */
  constructor(place, root) {
    this.place = place;
    this.root = root;
    this.say = readTexts(place);
    this.plies = readLog(root);
    this.start = startOf(this.plies, tilesOn(root));
    this.button = place.querySelector("[data-since-go]");
    this.legend = place.querySelector("ol");
    this.rows = [...(this.legend?.children ?? [])];
    this.listen();
    if (this.legend?.hidden === false) {
      this.wipe(); // what the server drew is drawn again, so that it can be taken back
      this.go(this.rows.length);
    }
    this.expand();
  }

  listen() {
    const { signal } = this.listening;
    this.button?.addEventListener("click", (event) => this.press(event), { signal });
    const game = this.root.querySelector("[data-module=replay]");
    game?.addEventListener("replay-step", (event) => {
      if (!(event instanceof CustomEvent)) return;
      this.go(stepTo(this.step, this.rows.length, event.detail));
    });
    game?.addEventListener("pointerdown", ({ target }) => {
      if (!this.isWalking() || !(target instanceof Element)) return;
      if (target.closest(".board__plane, .dock")) this.go(this.rows.length);
    });
  }

  /** Another table has come. */
  stop() {
    this.listening.abort();
  }

  isWalking() {
    return this.step > 0 && this.step < this.rows.length;
  }

  /** @param {Event} event */
  press(event) {
    if (event instanceof MouseEvent && (event.ctrlKey || event.metaKey || event.shiftKey)) return;
    event.preventDefault();
    if (location.search) history.replaceState(history.state, "", location.pathname);
    this.go(this.step === this.rows.length ? 0 : this.step + 1);
  }

  /** @param {number} step */
  go(step) {
    this.step = step;
    this.marks.restore();
    this.ledger.restore();
    const row = this.rows[step - 1];
    const number = Number(row?.getAttribute("data-ply"));
    if (this.isWalking()) this.draw(number);
    for (const one of this.rows.slice(0, step)) this.mark(one);
    this.label();
    if (!row) return;
    const where = this.say("since_step", { step, count: this.rows.length });
    announce(`${where}. ${moveText(this.root, number)}`);
  }

  /** @param {number} number of the move after which the table is shown */
  draw(number) {
    const seats = this.root.querySelectorAll(".seat").length;
    const then = tableAt(this.plies, number, seats, this.start);
    if (then) drawThen(this.root, then, this.plies.length, this.ledger, this.say);
  }

  /** @param {Element} row of the legend */
  mark(row) {
    const number = Number(row.getAttribute("data-ply"));
    const ply = this.plies[number - 1];
    const mark = row.getAttribute("data-mark") ?? "";
    if (!ply?.isPlaced) return;
    for (const cell of this.root.querySelectorAll(".cell[data-tile]:not([data-drawn])")) {
      if (!ply.cells.includes(keyOf(cell))) continue;
      const name = cell.getAttribute("aria-label") ?? "";
      this.marks.attribute(cell, "data-since", mark);
      this.marks.attribute(cell, "data-line", row.getAttribute("data-line") ?? "");
      this.marks.attribute(cell, "aria-label", name + this.words(mark));
    }
  }

  /**
   * @param {string} mark
   * @returns {string} what the name of a marked cell ends with
   */
  words(mark) {
    return `, ${this.say("since_mark", { mark })}`;
  }

  wipe() {
    for (const cell of this.root.querySelectorAll(".cell[data-since]")) {
      const words = this.words(cell.getAttribute("data-since") ?? "");
      cell.setAttribute("aria-label", (cell.getAttribute("aria-label") ?? "").replace(words, ""));
      cell.removeAttribute("data-since");
      cell.removeAttribute("data-line");
    }
  }

  /** Say whether the legend is there. */
  expand() {
    this.button?.setAttribute("aria-expanded", String(this.legend?.hidden === false));
  }

  label() {
    const { button, legend, step, rows } = this;
    if (!button || !legend) return;
    legend.hidden = step === 0;
    this.expand();
    for (const [index, row] of rows.entries()) {
      row.classList.toggle("is-now", index === step - 1 && this.isWalking());
      row.classList.toggle("is-later", index >= step);
    }
    const end = step < rows.length ? "since_next" : "since_done";
    button.textContent = this.say(step ? end : "since_go");
  }
}
