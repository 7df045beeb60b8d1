/**
 * What a player does with tiles before sending them: select, lay, take back, order the rack, pick
 * for a trade. Clicks, drags and keys all end here.
 *
 * @typedef {import("./gametable.js").GameTable} GameTable
 * @typedef {import("./tentative.js").Laid} Laid
 */

import { announce, toast } from "./notices.js";
import * as racks from "./rack.js";
import { play as playSound } from "./sound.js";
import * as plans from "./tentative.js";
import { capital } from "./texts.js";
import { placedText, selectedText } from "./words.js";

export class Placing {
  /** @param {GameTable} table */
  constructor(table) {
    this.table = table;
  }

  // --- The rack ---------------------------------------------------------------------------------

  /** @param {number} slot */
  pick(slot) {
    const { table } = this;
    const { facts, plan } = table;
    if (!facts.isSeated || facts.isOver) return;
    if (plan.trade) {
      table.change(plans.toggleTradeTile(plan, slot, facts.tradeMax));
      if (plan === table.plan) toast(table.say("trade_max", { count: facts.tradeMax }));
      return;
    }
    if (plans.isTaking(plan)) {
      toast(table.say("choose_tile"));
      return;
    }
    const chosen = table.cursorCell;
    table.change(plans.select(plan, slot), () => {
      if (table.plan.selected !== slot) return;
      // A cell that was clicked first takes the tile at once.
      if (chosen && table.legalCells().includes(chosen)) this.lay(chosen);
      else announce(selectedText(table.mind()));
    });
  }

  /** @param {number} place of the rack, from 0 */
  pickPlace(place) {
    const slot = this.table.rack[place] ?? -1;
    if (slot !== -1) this.pick(slot);
  }

  shuffle() {
    const { rack, facts } = this.table;
    this.order(racks.shuffle(rack, facts.hand, Math.random));
    announce(this.table.say("shuffled"));
  }

  sort() {
    const { rack, facts, say } = this.table;
    const sorted = racks.sort(rack, facts.hand);
    this.order(sorted.rack);
    announce(say(`sorted_${sorted.by}`));
  }

  /**
   * Move a tile of the rack one place on, for people without a pointer.
   *
   * @param {number} slot
   * @param {1 | -1} by
   */
  shift(slot, by) {
    const { rack, facts, say } = this.table;
    const place = rack.indexOf(slot) + by;
    const moved = racks.moveTo(rack, slot, place);
    if (moved === rack) return;
    this.order(moved);
    const tile = capital(this.table.nameOf(facts.hand[slot] ?? ""));
    announce(say("moved_in_rack", { tile, place: place + 1 }));
  }

  /** @param {racks.Rack} rack */
  order(rack) {
    this.table.rack = rack;
    this.table.keep();
    this.table.draw();
  }

  // --- The board --------------------------------------------------------------------------------

  /**
   * A click on a cell: lay the selected tile, take one back, or remember the cell for the next tile.
   *
   * @param {string} cell "x,y"
   */
  tap(cell) {
    const { table } = this;
    if (plans.isTaking(table.plan)) {
      table.powers.choose(cell);
      return;
    }
    const laid = this.laidOn(cell);
    if (table.legalCells().includes(cell)) this.lay(cell);
    else if (laid && table.plan.selected !== null) this.putOn(table.plan.selected, cell, null);
    else if (laid) this.takeBack(cell);
    else if (table.plan.selected === null && table.isOpen(cell)) table.setCursor(cell);
    else {
      table.setCursor("");
      table.change(plans.deselect(table.plan));
    }
  }

  /** @param {string} cell "x,y" */
  lay(cell) {
    const { table } = this;
    const [x = 0, y = 0] = cell.split(",").map(Number);
    table.setCursor("");
    playSound("tap");
    table.change(plans.lay(table.plan, x, y), () => announce(placedText(table.mind())));
  }

  /** @param {string} cell "x,y" */
  takeBack(cell) {
    const { table } = this;
    const one = this.laidOn(cell);
    if (!one) return;
    const hadFocus = table.cellElement(cell) === document.activeElement;
    const tile = capital(table.nameOf(one.tile));
    table.change(plans.takeBack(table.plan, one.x, one.y), () =>
      announce(table.say("recalled", { tile })),
    );
    if (hadFocus) table.focusCell(cell);
  }

  undo() {
    const one = this.table.plan.laid.at(-1);
    if (one) this.takeBack(`${one.x},${one.y}`);
  }

  escape() {
    const { table } = this;
    const { plan } = table;
    if (table.drag.isOn) table.drag.cancel();
    else if (plan.trade) table.change(plans.toggleTradeMode(plan));
    else if (plan.selected !== null) table.change(plans.deselect(plan));
    else if (table.cursorCell) table.setCursor("");
    else if (plan.power && !plan.laid.length) table.powers.arm(plan.power);
    else if (plan.laid.length) {
      table.change(plans.recallAll(plan), () => announce(table.say("all_recalled")));
    }
  }

  trade() {
    const { table } = this;
    if (!table.facts.isYourTurn || !table.facts.tradeMax) return;
    table.change(plans.toggleTradeMode(table.plan));
    if (table.plan.trade) announce(table.say("choose_trade"));
  }

  // --- Drags ------------------------------------------------------------------------------------

  /**
   * A tile is in the hand of the player: show where it may go.
   *
   * @param {number} slot
   * @param {Laid | null} origin where it lay
   */
  hold(slot, origin) {
    const { table } = this;
    table.held = slot;
    table.setCursor("");
    const { plan } = table;
    table.change(origin ? plans.pickUp(plan, origin) : { ...plan, selected: slot });
  }

  /**
   * @param {number} slot
   * @param {string} cell "x,y"
   * @param {Laid | null} origin
   * @returns {boolean} false when the tile cannot lie there
   */
  putOn(slot, cell, origin) {
    const { table } = this;
    const other = this.laidOn(cell);
    if (!other && !table.legalCells().includes(cell)) return false;
    table.held = -1;
    if (!other) {
      this.lay(cell);
      return true;
    }
    playSound("tap");
    table.change(plans.swap(table.plan, slot, other, origin), () =>
      announce(placedText(table.mind())),
    );
    return true;
  }

  /**
   * @param {number} slot
   * @param {number} place of the rack
   * @param {Laid | null} origin
   */
  putInRack(slot, place, origin) {
    const { table } = this;
    table.held = -1;
    table.rack = racks.moveTo(table.rack, slot, place);
    const tile = capital(table.nameOf(table.facts.hand[slot] ?? ""));
    const news = origin
      ? table.say("recalled", { tile })
      : table.say("moved_in_rack", { tile, place: place + 1 });
    table.change(plans.deselect(table.plan), () => announce(news));
    table.keep();
  }

  /**
   * Nothing took the tile: it goes back to where it came from.
   *
   * @param {number} slot
   * @param {Laid | null} origin
   */
  putBack(slot, origin) {
    const { table } = this;
    table.held = -1;
    const plan = { ...table.plan, selected: slot };
    table.change(origin ? plans.lay(plan, origin.x, origin.y) : plans.deselect(plan));
  }

  /**
   * @param {string} cell "x,y"
   * @returns {Laid | undefined}
   */
  laidOn(cell) {
    return this.table.plan.laid.find(({ x, y }) => `${x},${y}` === cell);
  }
}
