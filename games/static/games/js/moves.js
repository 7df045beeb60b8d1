/**
 * The moves a player sends: play, trade, pass, resign, abort; and what becomes of the answer.
 *
 * @typedef {import("./api.js").Answer} Answer
 * @typedef {import("./gametable.js").GameTable} GameTable
 */

import { announce, ask, banner, toast } from "./notices.js";
import { newsOf } from "./page.js";
import { drawn, isTaking, moveText, recallAll } from "./tentative.js";

/** Refusals for which the page has a sentence of its own. */
const OWN_WORDS = ["signed_out", "too_fast", "failed"];

export class Moves {
  /** @param {GameTable} table */
  constructor(table) {
    this.table = table;
  }

  async play() {
    const { courier, facts, plan, preview, say } = this.table;
    if (courier.isBusy || !facts.isYourTurn) return;
    if (plan.trade) return this.trade();
    if (isTaking(plan)) return this.take();
    if (!plan.laid.length) return;
    if (preview && !preview.playable) {
      toast(preview.error ?? say("failed"));
      return;
    }
    const isAsked = document.documentElement.dataset.ask === "on";
    if (isAsked && !(await this.confirm("ask_play", "play"))) return;
    const spent = plan.laid.map((one) => one.tile);
    await this.post(facts.urls.move, { move: moveText(plan) }, spent);
  }

  /** Take the chosen tile off the board. */
  async take() {
    const { facts, plan } = this.table;
    if (plan.taken) await this.post(facts.urls.move, { move: moveText(plan) }, []);
  }

  /**
   * @param {string} power
   * @param {string} words what it is used on, in the notation
   */
  async use(power, words) {
    const move = ["use", power, words].filter(Boolean).join(" ");
    await this.post(this.table.facts.urls.move, { move }, []);
  }

  async trade() {
    const { facts, plan } = this.table;
    const slots = plan.trade ?? [];
    if (!slots.length) return;
    const spent = slots.map((slot) => plan.hand[slot] ?? "");
    const isAll = slots.length === plan.hand.length;
    if (isAll && !(await this.confirm("ask_trade_all", "trade"))) return;
    await this.post(facts.urls.move, { move: moveText(plan) }, spent);
  }

  async pass() {
    const { facts } = this.table;
    const hasMove = Object.values(facts.legal).some((cells) => Object.keys(cells).length > 0);
    if (hasMove && !(await this.confirm("ask_pass", "do_pass"))) return;
    await this.post(facts.urls.move, { move: "pass" }, []);
  }

  /** @param {"resign" | "abort"} how */
  async leave(how) {
    if (!(await this.confirm(`ask_${how}`, `do_${how}`))) return;
    await this.post(this.table.facts.urls[how], {}, []);
  }

  /**
   * @param {string} question key of the question; its consequence has the same with "_text"
   * @param {string} yes key of the verb that does it
   * @returns {Promise<boolean>}
   */
  confirm(question, yes) {
    const { say } = this.table;
    return ask({
      question: say(question),
      consequence: say(`${question}_text`),
      yes: say(yes),
      no: say("keep_playing"),
    });
  }

  /**
   * @param {string} url
   * @param {Record<string, string>} fields
   * @param {string[]} spent tiles that leave the hand
   */
  async post(url, fields, spent) {
    const { courier, facts } = this.table;
    if (courier.isBusy) return;
    courier.pack(url, facts.version, fields, spent);
    await this.send();
  }

  /** Send what is packed: the first time, or again with the same key. */
  async send() {
    const { courier, live } = this.table;
    const spent = courier.parcel?.spent ?? [];
    banner("");
    const answer = await courier.send();
    if (answer.status) live?.heard(answer.live);
    if (answer.ok) this.arrived(answer, spent);
    else this.refused(answer);
    this.table.catchUp();
  }

  /**
   * @param {Answer} answer
   * @param {string[]} spent
   */
  arrived(answer, spent) {
    const { table } = this;
    const { hand } = table.facts;
    const names = new Map(hand.map((tile) => [tile, table.nameOf(tile)]));
    const isTrade = table.plan.trade !== null;
    table.plan = recallAll({ ...table.plan, trade: null });
    table.tell(table.trouble);
    if (!answer.html) {
      table.live?.look();
      return;
    }
    table.swap(answer.html);
    const news = drawn(hand, spent, table.facts.hand);
    const tiles = news.map((tile) => table.nameOf(tile) || names.get(tile)).join(", ");
    const words = [this.arrivedText(spent, isTrade)];
    if (tiles) words.push(table.say("you_drew", { tiles }));
    announce([...words, newsOf(table.root, ["turn"])].filter(Boolean).join(" "));
  }

  /**
   * @param {string[]} spent
   * @param {boolean} isTrade
   * @returns {string} what was done, with the points that the server gave for it
   */
  arrivedText(spent, isTrade) {
    const { root, say } = this.table;
    if (!spent.length) return newsOf(root, ["last"]);
    if (isTrade) return say("traded", { count: spent.length });
    const points = root.querySelector(".seat.is-you [data-last]")?.getAttribute("data-last") ?? "";
    return say("played_for", { points });
  }

  /** @param {Answer} answer */
  refused(answer) {
    const { table } = this;
    const { say } = table;
    if (answer.code === "no_answer") {
      const again = { label: say("try_again"), onPress: () => void this.send() };
      banner(say("no_answer"), again);
      table.draw();
      return;
    }
    table.tell(table.trouble);
    if (answer.status === 409 && answer.html) {
      const isStale = answer.code === "stale_version" && table.plan.laid.length > 0;
      table.plan = recallAll({ ...table.plan, trade: null });
      table.swap(answer.html);
      toast(isStale ? say("table_changed") : answer.error || say("failed"));
      return;
    }
    table.refused = new Set(answer.cells.map(([x, y]) => `${x},${y}`));
    table.draw();
    toast(answer.error || say(OWN_WORDS.includes(answer.code) ? answer.code : "failed"));
  }
}
