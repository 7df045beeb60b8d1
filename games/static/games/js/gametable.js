/**
 * The table: the one place where clicks, keys, answers and news meet.
 *
 * @typedef {import("./tentative.js").Plan} Plan
 * @typedef {import("./words.js").Preview} Preview
 * @typedef {import("./words.js").Mind} Mind
 */

import { post } from "./api.js";
import { drawBoard } from "./boardview.js";
import { Courier } from "./courier.js";
import { drawDock } from "./dockview.js";
import { keepUp } from "./live.js";
import { Moves } from "./moves.js";
import { announce, banner, goodBanner, toast } from "./notices.js";
import { newsOf, parseTable, readFacts, replaceTable, retitle } from "./page.js";
import * as plans from "./tentative.js";
import { capital, readTexts } from "./texts.js";
import { drawNote, legalCells, placedText, selectedText, sumLine } from "./words.js";

const PHONE = "(max-width: 760px)";

export class GameTable {
  /** @type {Preview | null} what the server says about the laid tiles */
  preview = null;
  /** @type {Set<string>} */
  refused = new Set();
  /** @type {Node[]} the note as the server wrote it */
  note = [];
  asked = 0;
  trouble = "";

  /**
   * @param {HTMLElement} host
   * @param {HTMLElement} root
   */
  constructor(host, root) {
    this.host = host;
    this.root = root;
    this.say = readTexts(host);
    this.facts = readFacts(root);
    this.plan = plans.emptyPlan(this.facts.hand);
    this.courier = new Courier(
      () => host.querySelector("[name=csrfmiddlewaretoken]")?.getAttribute("value") ?? "",
      () => this.draw(),
    );
    this.moves = new Moves(this);
    this.live = this.facts.isOver ? null : this.connect();
    this.adopt();
    host.classList.add("is-live");
    announce(newsOf(root, ["turn", "scores"]));
  }

  connect() {
    return keepUp({
      socket: this.root.dataset.socket ?? "",
      table: this.facts.urls.table,
      version: () => this.facts.version,
      onTable: (html) => this.renew(html),
      onTrouble: (trouble) => this.tell(trouble),
    });
  }

  /** Take charge of a table that the server drew. */
  adopt() {
    this.note = [...(this.root.querySelector("#note")?.childNodes ?? [])];
    retitle(this.host, this.root);
    this.draw();
    const result = this.root.querySelector("#sheet-result");
    if (result instanceof HTMLElement && matchMedia(PHONE).matches) result.showPopover();
    if (this.facts.isOver) this.live?.stop();
  }

  // --- What the player has in mind ------------------------------------------------------------

  /** @param {Plan} plan */
  change(plan) {
    if (this.courier.isBusy || plan === this.plan) return;
    const isMoved = plan.laid !== this.plan.laid;
    this.plan = plan;
    this.refused.clear();
    if (this.courier.parcel) {
      this.courier.drop();
      this.tell(this.trouble);
    }
    if (isMoved) this.preview = null;
    this.draw();
    if (isMoved && plan.laid.length) void this.look(() => announce(placedText(this.mind())));
  }

  /** @param {number} slot */
  pick(slot) {
    if (!this.facts.isSeated || this.facts.isOver) return;
    if (this.plan.trade) {
      const before = this.plan;
      this.change(plans.toggleTradeTile(before, slot, this.facts.tradeMax));
      if (before === this.plan) toast(this.say("trade_max", { count: this.facts.tradeMax }));
      return;
    }
    this.change(plans.select(this.plan, slot));
    if (this.plan.selected === null) return;
    const tell = () => announce(selectedText(this.mind()));
    if (this.facts.isYourTurn || this.plan.laid.length) tell();
    else void this.look(tell);
  }

  /** @param {string} place "x,y" */
  lay(place) {
    const [x = 0, y = 0] = place.split(",").map(Number);
    this.change(plans.lay(this.plan, x, y));
  }

  /** @param {string} place "x,y" */
  takeBack(place) {
    const one = this.plan.laid.find(({ x, y }) => `${x},${y}` === place);
    if (!one) return;
    const hadFocus = this.root.querySelector(`[data-back="${place}"]`) === document.activeElement;
    this.change(plans.takeBack(this.plan, one.x, one.y));
    const tile = this.root.querySelector(`[data-slot="${one.slot}"] button`);
    if (hadFocus && tile instanceof HTMLElement) tile.focus({ preventScroll: true });
    announce(this.say("recalled", { tile: capital(this.nameOf(one.tile)) }));
  }

  undo() {
    const one = this.plan.laid.at(-1);
    if (one) this.takeBack(`${one.x},${one.y}`);
  }

  escape() {
    if (this.plan.trade) this.change(plans.toggleTradeMode(this.plan));
    else if (this.plan.selected !== null) this.change(plans.deselect(this.plan));
    else if (this.plan.laid.length) {
      this.change(plans.recallAll(this.plan));
      announce(this.say("all_recalled"));
    }
  }

  trade() {
    if (!this.facts.isYourTurn || !this.facts.tradeMax) return;
    this.change(plans.toggleTradeMode(this.plan));
  }

  /**
   * Ask the server what the tiles are worth as they lie, and where the next may go.
   *
   * @param {() => void} then
   */
  async look(then) {
    const turn = ++this.asked;
    const fields = { tiles: plans.tilesText(this.plan) };
    const answer = await post(this.facts.urls.preview, fields, this.courier.token());
    if (turn !== this.asked) return;
    if (answer.ok) this.preview = /** @type {Preview} */ (answer.body);
    else if (answer.code !== "no_answer") toast(answer.error || this.say(answer.code));
    this.draw();
    then();
  }

  // --- News -----------------------------------------------------------------------------------

  /**
   * A table that came by itself: somebody else moved, or an answer of ours was lost.
   *
   * @param {string} html
   */
  renew(html) {
    if (this.courier.isBusy || !this.swap(html)) return;
    this.root.classList.add("is-fresh");
    announce(newsOf(this.root, ["last", "turn"]));
    if (this.courier.parcel) {
      this.courier.drop();
      this.tell(this.trouble);
    }
    if (this.plan.laid.length) void this.look(() => this.liftIfIllegal());
  }

  liftIfIllegal() {
    if (!this.preview || this.preview.playable) return;
    this.change(plans.recallAll(this.plan));
    toast(this.say("table_changed"));
  }

  /**
   * @param {string} html
   * @returns {boolean} whether it was newer than the table on the page
   */
  swap(html) {
    const table = parseTable(html);
    if (!table) return false;
    const facts = readFacts(table);
    if (facts.version <= this.facts.version) {
      this.draw();
      return false;
    }
    this.plan = plans.carryOver(this.plan, facts.hand, facts.taken);
    this.facts = facts;
    this.preview = null;
    this.refused.clear();
    this.asked += 1;
    replaceTable(this.root, table);
    this.root = table;
    this.adopt();
    return true;
  }

  /** @param {string} trouble */
  tell(trouble) {
    const before = this.trouble;
    this.trouble = trouble;
    if (this.courier.parcel && !this.courier.isBusy) return;
    if (trouble) banner(this.say(trouble));
    else if (before) goodBanner(this.say("back_online"));
    else banner("");
  }

  // --- Pictures --------------------------------------------------------------------------------

  /** @param {string} tile */
  nameOf(tile) {
    return this.root.querySelector(`.rack [data-tile="${tile}"]`)?.getAttribute("aria-label") ?? "";
  }

  /** @returns {Mind} */
  mind() {
    const { plan, preview, facts, courier, say } = this;
    const nameOf = (/** @type {string} */ tile) => this.nameOf(tile);
    return { plan, preview, facts, isSlow: courier.isSlow, say, nameOf };
  }

  draw() {
    const { plan, preview, facts, courier } = this;
    const mind = this.mind();
    const isPlayable = preview?.playable === true;
    drawBoard(
      this.root,
      {
        laid: plan.laid,
        legal: courier.isBusy ? [] : legalCells(mind),
        lines: preview?.lines ?? [],
        refused: this.refused,
        isSending: courier.isBusy,
        isTrying: !facts.isYourTurn,
        isDimmed: plan.trade !== null,
        nameOf: mind.nameOf,
      },
      this.say,
    );
    drawDock(
      this.root,
      {
        plan,
        isYourTurn: facts.isYourTurn,
        isBusy: courier.isBusy,
        isPlayable,
        score: preview?.score ?? 0,
        sum: sumLine(mind),
        tradeMax: facts.tradeMax,
        mayPass: facts.mayPass,
      },
      this.say,
    );
    drawNote(this.root, this.note, mind);
  }
}
