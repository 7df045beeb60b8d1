/**
 * The chat of a game: shows new lines, says one, notes what was seen. The table's page tells it
 * that there is something new; elsewhere, and after the game, it has a socket of its own.
 */

import { getTable, post } from "./api.js";
import { byId } from "./dom.js";
import { judge } from "./judge.js";
import { freshKey } from "./key.js";
import { localTimes } from "./moment.js";
import { sendOnce } from "./send.js";
import { connect } from "./socket.js";
import { readTexts } from "./texts.js";

/** Without the table's page the chat looks by itself this often, in ms. */
const LOOK_MS = 30000;
/** So far from its end a list still counts as read to the end, in px. */
const END_PX = 24;

/** @param {HTMLElement} root */
export function start(root) {
  new Chat(root);
}

class Chat {
  isLooking = false;
  isSending = false;
  /** after which line to look again, or -1 */
  again = -1;
  key = "";
  keyText = "";
  /** @type {(() => void) | undefined} */
  close = undefined;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.say = readTexts(root);
    this.list = /** @type {HTMLElement} */ (root.querySelector(".chat__list"));
    this.form = /** @type {HTMLFormElement | null} */ (root.querySelector(".chat__form"));
    this.field = /** @type {HTMLInputElement | null} */ (root.querySelector("#chat-text"));
    this.room = this.list.dataset.room ?? "";
    this.last = Number(this.list.dataset.last);
    this.read = Number(this.list.dataset.read);
    this.host = root.closest("[data-module=table]");
    this.watch();
    localTimes(root);
    this.toEnd();
    this.see();
    root.classList.add("is-live");
  }

  watch() {
    const { root, host } = this;
    host?.addEventListener("chat-news", (event) => {
      this.hear(/** @type {CustomEvent<Record<string, number>>} */ (event).detail);
    });
    host?.addEventListener("chat-look", () => void this.look());
    host?.addEventListener("table-swapped", () => {
      this.count();
      this.listen();
    });
    root.addEventListener("submit", (event) => this.submit(event));
    root.addEventListener("click", (event) => this.press(event));
    root.addEventListener("keydown", (event) => this.leave(event));
    root.addEventListener("toggle", () => {
      this.toEnd();
      this.see();
    });
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) void this.look();
    });
    this.listen();
  }

  /** Open a socket where no running table brings the news. */
  listen() {
    const table = byId("table");
    if (!this.form || this.close || table?.dataset.status === "running") return;
    const ignore = () => {};
    this.close = connect(this.root.dataset.socket ?? "", {
      onVersion: ignore,
      onLive: ignore,
      onUp: ignore,
      onClock: ignore,
      onGames: ignore,
      onChat: (newest) => this.hear(newest),
    });
    setInterval(() => {
      if (!document.hidden) void this.look();
    }, LOOK_MS);
  }

  /** @param {Record<string, number>} newest by room; 0 if a line that was there has changed */
  hear(newest) {
    const number = newest[this.room] ?? -1;
    if (number === 0) void this.look(0);
    else if (number > this.last) void this.look();
  }

  /**
   * Fetch the lines after one; 0 fetches the room anew.
   *
   * @param {number} [after]
   * @returns {Promise<void>}
   */
  async look(after = this.last) {
    if (this.isLooking) {
      this.again = this.again === -1 ? after : Math.min(this.again, after);
      return;
    }
    this.isLooking = true;
    const query = new URLSearchParams({ room: this.room, after: String(after) });
    const found = await getTable(`${this.root.dataset.urlLines}?${query}`, "");
    this.isLooking = false;
    if (found.html) this.take(found.html, after);
    if (this.again === -1) return;
    const next = this.again;
    this.again = -1;
    await this.look(next);
  }

  /**
   * Show what came.
   *
   * @param {string} html
   * @param {number} after the line after which it was asked for
   */
  take(html, after) {
    const holder = document.createElement("template");
    holder.innerHTML = html;
    const news = holder.content.querySelector(".chat__news");
    if (!(news instanceof HTMLElement) || news.dataset.room !== this.room) return;
    localTimes(news);
    const wasAtEnd = this.isAtEnd();
    const lines = [...news.children].filter((line) => !after || numberOf(line) > this.last);
    if (after === 0) this.list.replaceChildren(this.opening(), ...lines);
    else this.list.append(...lines);
    this.last = Math.max(after ? this.last : 0, Number(news.dataset.last));
    this.read = Math.max(this.read, Number(news.dataset.read));
    this.mute(news.dataset.muted === "yes", holder.content);
    if (wasAtEnd || lines.some(isYours)) this.toEnd();
    this.see();
  }

  /** @returns {HTMLElement} what stands before the first line */
  opening() {
    const line = document.createElement("p");
    line.className = "chat__line chat__sys";
    line.textContent = this.say("began");
    return line;
  }

  /**
   * @param {boolean} isMuted
   * @param {ParentNode} fresh where the new forms are
   */
  mute(isMuted, fresh) {
    this.list.hidden = isMuted;
    if (this.form) this.form.hidden = isMuted;
    this.root.querySelector(".chat__off")?.toggleAttribute("hidden", !isMuted);
    for (const part of [".chat__mute", ".chat__people"]) {
      const [old, renewed] = [this.root.querySelector(part), fresh.querySelector(part)];
      if (!old || !renewed) continue;
      const isInside = old.contains(document.activeElement);
      old.replaceWith(renewed);
      if (isInside) renewed.querySelector("button")?.focus();
    }
  }

  // --- What the reader does ---------------------------------------------------------------------

  /** @param {SubmitEvent} event */
  submit(event) {
    const form = event.target;
    if (!(form instanceof HTMLFormElement)) return;
    event.preventDefault();
    if (form === this.form) void this.send();
    else if (form.matches(".chat__mute")) void this.silence(form, event.submitter);
  }

  async send() {
    const { field, form } = this;
    const text = field?.value.trim();
    if (!field || !form || !text || this.isSending) return;
    if (text !== this.keyText) [this.key, this.keyText] = [freshKey(), text];
    const after = this.last;
    const fields = { room: this.room, text, key: this.key, after: String(after) };
    this.busy(true);
    this.complain("");
    const answer = await sendOnce(
      (signal) => post(form.action, fields, this.token(), signal),
      () => {},
    );
    this.busy(false);
    if (!answer.ok) {
      this.complain(answer.error || this.say(answer.code));
      return;
    }
    this.keyText = "";
    if (field.value.trim() === text) field.value = "";
    this.take(answer.html, after);
  }

  /** @param {boolean} isBusy */
  busy(isBusy) {
    this.isSending = isBusy;
    if (this.field) this.field.readOnly = isBusy;
    const button = this.form?.querySelector("[type=submit]");
    button?.setAttribute("aria-disabled", String(isBusy));
  }

  /** @param {string} text */
  complain(text) {
    const place = byId("chat-error");
    if (!place) return;
    place.textContent = text;
    place.hidden = !text;
  }

  /**
   * Mute or unmute as a form says, and show the room as it is then.
   *
   * @param {HTMLFormElement} form
   * @param {HTMLElement | null} button
   */
  async silence(form, button) {
    const person = String(new FormData(form).get("person") ?? "");
    const on = button?.getAttribute("value") ?? "1";
    const fields = { room: this.room, person, on };
    const answer = await post(form.action, fields, this.token());
    if (answer.ok) this.take(answer.html, 0);
    else this.complain(answer.error || this.say(answer.code));
  }

  /** @param {MouseEvent} event */
  press(event) {
    if (!(event.target instanceof Element) || event.ctrlKey || event.metaKey) return;
    const more = event.target.closest("a.chat__more");
    const room = event.target.closest("a[data-room]");
    if (more instanceof HTMLAnchorElement) {
      event.preventDefault();
      judge(more, {
        mute: (form, button) => this.silence(form, button),
        token: () => this.token(),
        told: (text) => this.tell(text),
        say: this.say,
      });
    } else if (room instanceof HTMLElement) {
      event.preventDefault();
      this.enter(room);
    }
  }

  /** @param {HTMLElement} link to another room */
  enter(link) {
    this.room = link.dataset.room ?? "";
    this.read = 0;
    for (const one of this.root.querySelectorAll("a[data-room]")) {
      one.classList.toggle("is-on", one === link);
      if (one === link) one.setAttribute("aria-current", "true");
      else one.removeAttribute("aria-current");
    }
    this.list.setAttribute("aria-label", this.say(`by_${this.room}`));
    this.field?.setAttribute("placeholder", this.say(`to_${this.room}`));
    void this.look(0);
  }

  /** @param {KeyboardEvent} event */
  leave(event) {
    if (event.key !== "Escape" || this.root.matches(":popover-open")) return;
    const cell = this.host?.querySelector('.board__plane [tabindex="0"]');
    if (!(cell instanceof HTMLElement)) return;
    event.preventDefault();
    cell.focus({ preventScroll: true });
  }

  // --- What the reader has seen -----------------------------------------------------------------

  /** Note the newest line as seen if it is in view. */
  see() {
    const isSeen = !document.hidden && this.list.checkVisibility();
    if (isSeen && this.last > this.read) {
      this.read = this.last;
      const fields = { room: this.room, number: String(this.last) };
      void post(this.root.dataset.urlRead ?? "", fields, this.token());
    }
    this.count();
  }

  /** Show on the button that opens the chat how many lines are new. */
  count() {
    const button = byId("chat-open");
    const place = button?.querySelector(".chat__count");
    if (!button || !(place instanceof HTMLElement)) return;
    const fresh = [...this.list.children].filter(
      (line) => numberOf(line) > this.read && !isYours(line),
    ).length;
    const count = this.list.hidden ? 0 : fresh;
    place.textContent = String(count);
    place.hidden = count === 0;
    button.setAttribute("aria-label", this.say(count ? "unread" : "chat", { count }));
  }

  /** @param {string} text */
  tell(text) {
    const place = this.root.querySelector(".chat__told");
    if (place) place.textContent = text;
  }

  isAtEnd() {
    const { scrollHeight, scrollTop, clientHeight } = this.list;
    return scrollHeight - scrollTop - clientHeight < END_PX;
  }

  toEnd() {
    this.list.scrollTop = this.list.scrollHeight;
  }

  token() {
    return this.root.querySelector("[name=csrfmiddlewaretoken]")?.getAttribute("value") ?? "";
  }
}

/** @param {Element} line */
function numberOf(line) {
  return Number(line.getAttribute("data-number") ?? 0);
}

/** @param {Element} line */
function isYours(line) {
  return line.getAttribute("data-yours") === "yes";
}
