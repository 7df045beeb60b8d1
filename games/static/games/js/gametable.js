/**
 * The table: the one place where clicks, keys, answers and news meet.
 *
 * @typedef {import("./rack.js").Rack} Rack
 * @typedef {import("./tentative.js").Plan} Plan
 * @typedef {import("./words.js").Preview} Preview
 * @typedef {import("./words.js").Mind} Mind
 */

import { post } from "./api.js";
import { drawBoard, takenCells } from "./boardview.js";
import { Courier } from "./courier.js";
import { neighbours } from "./cursor.js";
import { drawDock } from "./dockview.js";
import { dropDraft, loadDraft, saveDraft } from "./draft.js";
import { Drag } from "./drag.js";
import { keepUp } from "./live.js";
import { arrive, countScores, scoresOf, shine } from "./motion.js";
import { Moves } from "./moves.js";
import { announce, banner, goodBanner, toast } from "./notices.js";
import { newsOf, parseTable, readFacts, renewBetween, replaceTable, retitle } from "./page.js";
import { renewPill } from "./pill.js";
import { Placing } from "./placing.js";
import { Powers } from "./powers.js";
import * as racks from "./rack.js";
import { play as playSound } from "./sound.js";
import { Standing } from "./standing.js";
import * as plans from "./tentative.js";
import { readTexts } from "./texts.js";
import { Viewport } from "./viewport.js";
import { drawNote, legalCells, legalPoints, sumLine } from "./words.js";

const PHONE = "(max-width: 760px)";

export class GameTable {
  /** @type {Preview | null} what the server says about the laid tiles */
  preview = null;
  /** @type {Set<string>} */
  refused = new Set();
  /** @type {Node[]} the note as the server wrote it */
  note = [];
  /** @type {Rack} */
  rack = [];
  /** @type {number[]} slots of the tiles that have just come out of the bag */
  fresh = [];
  /** slot of the tile in the hand of the player, or -1 */
  held = -1;
  /** an empty cell that was clicked before a tile, as "x,y" */
  cursorCell = "";
  /** a table that came while a tile was in the hand of the player, or a move on its way */
  kept = "";
  asked = 0;
  trouble = "";
  /** runs after every drawing; for the hints of the first game */
  onDraw = () => {};

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
    this.view = new Viewport(host);
    this.placing = new Placing(this);
    this.drag = new Drag(this);
    this.moves = new Moves(this);
    this.powers = new Powers(this);
    this.standing = new Standing(this);
    this.live = this.facts.isOver ? null : this.connect();
    host.classList.add("is-live");
    this.recall();
    this.adopt();
    announce(newsOf(root, ["turn", "scores"]));
  }

  connect() {
    return keepUp({
      socket: this.root.dataset.socket ?? "",
      table: this.facts.urls.table,
      version: () => this.facts.version,
      onTable: (html) => this.renew(html),
      onTrouble: (trouble) => this.tell(trouble),
      onGames: () => void renewPill(this.host),
      onChat: (newest) => this.host.dispatchEvent(new CustomEvent("chat-news", { detail: newest })),
      onMute: () => this.host.dispatchEvent(new CustomEvent("chat-look")),
    });
  }

  /** Take charge of a table that the server drew. */
  adopt() {
    this.note = [...(this.root.querySelector("#note")?.childNodes ?? [])];
    retitle(this.host, this.root);
    this.draw();
    const result = this.root.querySelector("#sheet-result");
    if (result instanceof HTMLElement && matchMedia(PHONE).matches) result.showPopover();
    if (!this.facts.isOver) return;
    this.live?.stop();
    dropDraft(this.facts.id);
  }

  // --- What the player has in mind ------------------------------------------------------------

  /**
   * @param {Plan} plan
   * @param {() => void} [then] runs when the page knows where the next tile may go
   */
  change(plan, then) {
    if (this.courier.isBusy || plan === this.plan) return;
    const isMoved = plan.laid !== this.plan.laid;
    this.plan = plan;
    this.refused.clear();
    if (this.courier.parcel) {
      this.courier.drop();
      this.tell(this.trouble);
    }
    if (isMoved) {
      this.preview = null;
      this.keep();
    }
    this.draw();
    // The page brings the cells of one's own turn; all else the server is asked for.
    const isOpen = plan.selected !== null && !this.facts.isYourTurn && !this.preview;
    if ((isMoved && plan.laid.length) || isOpen) void this.look(then);
    else then?.();
  }

  /** Keep in this browser what is not sent. */
  keep() {
    if (!this.facts.isSeated || this.facts.isOver) return;
    const rack = racks.tilesOf(this.rack, this.facts.hand);
    saveDraft(this.facts.id, { rack, laid: [...this.plan.laid], power: this.plan.power });
  }

  /** Bring back what was kept, as far as it still holds. */
  recall() {
    const draft = loadDraft(this.facts.id);
    this.rack = racks.arrange(draft.rack, this.facts.hand);
    if (this.facts.isOver) return;
    this.plan = plans.restore(this.plan, draft.laid, this.facts.taken);
    if (this.facts.usable.includes(draft.power)) this.plan = { ...this.plan, power: draft.power };
    if (this.plan.laid.length) void this.look(() => this.liftIfIllegal());
  }

  /**
   * Ask the server what the tiles are worth as they lie, and where the next may go.
   *
   * @param {() => void} [then]
   */
  async look(then) {
    const turn = ++this.asked;
    const fields = { tiles: plans.tilesText(this.plan), power: this.plan.power };
    const answer = await post(this.facts.urls.preview, fields, this.courier.token());
    if (turn !== this.asked) return;
    if (answer.ok) this.preview = /** @type {Preview} */ (answer.body);
    else if (answer.code !== "no_answer") toast(answer.error || this.say(answer.code));
    this.draw();
    then?.();
  }

  /** @param {string} cell "x,y", or "" for none */
  setCursor(cell) {
    if (cell === this.cursorCell) return;
    this.cursorCell = cell;
    this.draw();
  }

  /** @returns {string[]} where the selected tile may lie, as "x,y" */
  legalCells() {
    return this.courier.isBusy ? [] : legalCells(this);
  }

  /**
   * @param {string} cell "x,y"
   * @returns {boolean} whether it is empty and touches a tile
   */
  isOpen(cell) {
    return this.emptyCells().includes(cell);
  }

  /** @returns {string[]} empty cells that touch a tile, as "x,y" */
  emptyCells() {
    if (!this.facts.isSeated || this.facts.isOver) return [];
    const laid = this.plan.laid.map(({ x, y }) => `${x},${y}`);
    return neighbours(new Set([...this.facts.taken, ...laid]), this.facts.edge);
  }

  /** @returns {string[]} cells whose tiles the armed power may take, as "x,y" */
  takeableCells() {
    return (!this.courier.isBusy && this.facts.takeable[this.plan.power]) || [];
  }

  /** The tile in the hand of the player lies somewhere again. */
  settle() {
    this.held = -1;
    this.draw();
    this.catchUp();
  }

  /** Show the table that came when there was no time for it. */
  catchUp() {
    const html = this.kept;
    this.kept = "";
    if (html) this.renew(html);
  }

  // --- News -----------------------------------------------------------------------------------

  /**
   * A table that came by itself: somebody else moved, or an answer of ours was lost.
   *
   * @param {string} html
   */
  renew(html) {
    if (this.drag.isOn || this.courier.isBusy) {
      this.kept = html;
      return;
    }
    const wasYourTurn = this.facts.isYourTurn;
    const { length } = this.plan.laid;
    if (!this.swap(html)) return;
    if (this.plan.laid.length < length) toast(this.say("table_changed")); // a cell was taken
    arrive(this.root);
    announce(newsOf(this.root, ["last", "turn"]));
    if (this.facts.isYourTurn && !wasYourTurn) playSound("turn");
    if (this.courier.parcel) {
      this.courier.drop();
      this.tell(this.trouble);
    }
    if (this.plan.laid.length) void this.look(() => this.liftIfIllegal());
  }

  liftIfIllegal() {
    if (!this.preview || this.preview.playable) return;
    // Tiles that only want another one beside them are legal still.
    if (Object.keys(this.preview.legal).length) return;
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
      if (facts.version === this.facts.version) {
        const news = renewBetween(this.root, table);
        if (news) announce(news);
        retitle(this.host, this.root);
      }
      this.draw();
      return false;
    }
    const order = racks.tilesOf(this.rack, this.facts.hand);
    this.rack = racks.arrange(order, facts.hand);
    this.fresh = racks.fresh(order, facts.hand);
    this.plan = plans.carryOver(this.plan, facts.hand, facts.taken);
    this.facts = facts;
    this.preview = null;
    this.refused.clear();
    this.asked += 1;
    this.cursorCell = "";
    const refocus = replaceTable(this.root, table);
    const scores = scoresOf(this.root);
    this.root = table;
    this.adopt();
    refocus();
    countScores(table, scores);
    shine(table);
    this.keep();
    this.host.dispatchEvent(new CustomEvent("table-swapped"));
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

  /**
   * @param {string} cell "x,y"
   * @returns {HTMLElement | null}
   */
  cellElement(cell) {
    const [x, y] = cell.split(",");
    const found = cell && this.root.querySelector(`.cell[data-x="${x}"][data-y="${y}"]`);
    return found instanceof HTMLElement ? found : null;
  }

  /** @param {string} cell "x,y" */
  focusCell(cell) {
    this.cellElement(cell)?.focus({ preventScroll: true });
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
        view: this.view,
        laid: plan.laid,
        taken: takenCells(this.root),
        legal: courier.isBusy ? {} : legalPoints(mind),
        empty: this.emptyCells(),
        cursor: this.cursorCell,
        lines: preview?.lines ?? [],
        refused: this.refused,
        isSending: courier.isBusy,
        isTrying: !facts.isYourTurn,
        isDimmed: plan.trade !== null,
        takeable: this.takeableCells(),
        chosen: plan.taken,
        isTaking: plans.isTaking(plan),
        edge: facts.edge,
        nameOf: mind.nameOf,
      },
      this.say,
    );
    drawDock(
      this.root,
      {
        plan,
        rack: this.rack,
        fresh: this.fresh,
        held: this.held,
        isYourTurn: facts.isYourTurn,
        isBusy: courier.isBusy,
        isPlayable,
        score: preview?.score ?? 0,
        sum: sumLine(mind),
        tradeMax: facts.tradeMax,
        mayPass: facts.mayPass,
        takenName: plan.taken ? this.powers.nameOfTile(plan.taken) : "",
      },
      this.say,
    );
    drawNote(this.root, this.note, mind);
    this.standing.draw();
    this.drag.redraw();
    this.onDraw();
  }
}
