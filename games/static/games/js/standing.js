/**
 * The player's standing order while he waits: fills its form from the tiles on the board, sends its
 * forms, and puts the panel that comes back in the place of the old one.
 *
 * @typedef {import("./api.js").Answer} Answer
 * @typedef {import("./gametable.js").GameTable} GameTable
 */

import { post } from "./api.js";
import { byId } from "./dom.js";
import { announce, toast } from "./notices.js";
import { parseTable } from "./page.js";
import { refocus, wish } from "./standingform.js";
import { recallAll } from "./tentative.js";

export class Standing {
  isBusy = false;
  /** what the form was filled with last; what the player writes himself stays */
  filled = "";

  /** @param {GameTable} table */
  constructor(table) {
    this.table = table;
    table.host.addEventListener("submit", (event) => {
      const form = event.target;
      if (!(form instanceof HTMLFormElement) || form.dataset.order === undefined) return;
      event.preventDefault();
      const { submitter } = /** @type {SubmitEvent} */ (event);
      void this.send(form, submitter instanceof HTMLButtonElement ? submitter : null);
    });
  }

  /** Write the tiles that lie, and what they are worth, into the form. */
  draw() {
    const { move, least } = wish(this.table);
    if (move === this.filled || this.isBusy) return;
    const form = this.table.root.querySelector("#order [data-order-add]");
    const text = form?.querySelector("[name=move]");
    const points = form?.querySelector("[name=least]");
    if (!(text instanceof HTMLInputElement && points instanceof HTMLInputElement)) return;
    this.filled = move;
    text.value = move;
    points.value = String(least);
  }

  /**
   * @param {HTMLFormElement} form
   * @param {HTMLButtonElement | null} button
   */
  async send(form, button) {
    if (this.isBusy || this.table.courier.isBusy) return;
    this.isBusy = true;
    /** @type {Record<string, string>} */
    const fields = {};
    for (const [name, value] of new FormData(form, button)) fields[name] = String(value);
    const answer = await post(form.action, fields, this.table.courier.token());
    this.isBusy = false;
    if (answer.ok) this.kept(answer, fields.do ?? "");
    else this.refused(answer);
  }

  /**
   * @param {Answer} answer
   * @param {string} did what the pressed button does
   */
  kept(answer, did) {
    const { table } = this;
    if (did === "add") table.change(recallAll(table.plan));
    this.renew(answer.html, did);
    announce(table.say(did === "clear" ? "order_cleared" : "order_kept"));
  }

  /** @param {Answer} answer */
  refused(answer) {
    const { table } = this;
    const known = ["signed_out", "too_fast"];
    const words = answer.error || table.say(known.includes(answer.code) ? answer.code : "failed");
    if (answer.html) this.renew(answer.html, "");
    const place = byId("order")?.querySelector("[data-order-error]");
    if (!(place instanceof HTMLElement) || !byId("order")?.matches(":popover-open")) {
      toast(words);
      return;
    }
    place.textContent = words;
    place.hidden = false;
  }

  /**
   * Show the order as the server has it now: a newer table as a whole, else only what is about it.
   *
   * @param {string} html
   * @param {string} did
   */
  renew(html, did) {
    const { table } = this;
    if (table.swap(html)) return;
    const fresh = parseTable(html);
    const parts = [".order-note", "#order-open", "#order"];
    const isOpen = byId("order")?.matches(":popover-open");
    for (const part of parts) {
      const old = table.root.querySelector(part);
      const other = fresh?.querySelector(part);
      if (old && other) old.replaceWith(other);
      else old?.remove();
    }
    if (isOpen) {
      byId("order")?.showPopover();
      refocus(byId("order"), did);
    } else byId("order-open")?.focus();
    this.filled = "";
    this.draw();
  }
}
