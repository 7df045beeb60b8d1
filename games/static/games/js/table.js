/**
 * Brings the table to life: hands clicks, drags and keys to the one object that knows what they
 * mean.
 */

import { post } from "./api.js";
import { keyOf } from "./boardview.js";
import { STEP } from "./camera.js";
import { linesOn, step } from "./cursor.js";
import { byId } from "./dom.js";
import { GameTable } from "./gametable.js";
import { whole } from "./geometry.js";
import { cellAt } from "./gesture.js";
import { startIntro } from "./intro.js";
import { listen, listenInside } from "./keys.js";
import { announce, toast } from "./notices.js";
import { listenPointer } from "./pointer.js";

const ZOOMS = { in: STEP, out: 1 / STEP };

/** @param {HTMLElement} host */
export function start(host) {
  const root = host.querySelector("#table");
  if (!(root instanceof HTMLElement)) return;
  const table = new GameTable(host, root);
  const { placing, view, drag } = table;
  const wasPress = listenPointer(host, {
    isFree: () => !table.courier.isBusy && !table.facts.isOver,
    onTile: (slot) => {
      if (!table.courier.isBusy) placing.pick(slot);
    },
    onBoard: (at, isDouble) => tapBoard(table, at, isDouble),
    onRecall: (at) => {
      const cell = cellAt(at, view.grid());
      if (!placing.laidOn(cell)) return false;
      placing.takeBack(cell);
      return true;
    },
    onLift: (press) => drag.lift(press),
    onDrag: (at, isTouch) => drag.move(at, isTouch),
    onDrop: (at, isTouch) => drag.drop(at, isTouch),
    onCancel: () => drag.cancel(),
    onPan: (dx, dy) => view.pan(dx, dy),
    onZoom: (factor, at) => view.zoom(factor, at),
    onHold: (isHeld) => view.hold(isHeld),
  });
  host.addEventListener("click", (event) => {
    if (!(event.target instanceof Element) || wasPress(event)) return;
    press(table, event.target);
  });
  listenInside(host, {
    onBoard: (cell, arrow) => walk(table, cell, arrow),
    onPress: (cell) => placing.tap(keyOf(cell)),
    inRack: (tile, by) => walkRack(host, tile, by),
    shiftInRack: (tile, by) => placing.shift(Number(tile.dataset.slot), by),
  });
  listen({
    pick: (place) => placing.pickPlace(place),
    undo: () => placing.undo(),
    escape: () => placing.escape(),
    trade: () => placing.trade(),
    shuffle: () => placing.shuffle(),
    sort: () => placing.sort(),
    play: () => void table.moves.play(),
    focusPlay: () => byId("play")?.focus(),
    nextLegal: (by) => focusLegal(table, by),
    zoom: (how) => (how === "fit" ? fit(table) : view.zoom(ZOOMS[how])),
    replay: (which) => {
      const replay = host.querySelector("[data-module=replay]");
      replay?.dispatchEvent(new CustomEvent("replay-step", { detail: which }));
    },
    open: (sheet) => openSheet(`sheet-${sheet}`),
    nextGame: () => {
      const next = host.querySelector("a.btn--play") ?? document.querySelector("a.pill-turn");
      if (next instanceof HTMLElement) next.click();
    },
    powers: () => {
      const first = host.querySelector(".powers [data-power]");
      if (first instanceof HTMLElement) first.focus();
    },
    help: () => showDialog("keys"),
  });
  host.addEventListener("submit", (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || !form.matches("[data-clock-form]")) return;
    event.preventDefault();
    void sendClock(table, form, event.submitter);
  });
  byId("describe-open")?.addEventListener("click", () => describe(table));
  startIntro(host, table);
}

/**
 * @param {GameTable} table
 * @param {import("./camera.js").Point} at
 * @param {boolean} isDouble
 */
function tapBoard(table, at, isDouble) {
  const { placing, view, facts, courier } = table;
  const cell = cellAt(at, view.grid());
  const isEmpty = !facts.taken.has(cell) && !placing.laidOn(cell);
  const isMeant = table.legalCells().includes(cell) || !isEmpty;
  if (isDouble && (!isMeant || view.grid().cell < 24)) view.doubleTap(at);
  else if (facts.isSeated && !facts.isOver && !courier.isBusy) placing.tap(cell);
}

/**
 * Show the whole board or the part in play, and say which where there are both.
 *
 * @param {GameTable} table
 */
function fit({ view, facts, say }) {
  const shown = view.fit();
  if (facts.edge) announce(say(`fit_${shown}`));
}

/**
 * Send what a player wishes for the clock, and look at what came of it. Tiles on the board stay.
 *
 * @param {GameTable} table
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} button
 */
async function sendClock(table, form, button) {
  if (button?.closest(".menu--more")) byId("more")?.hidePopover();
  /** @type {Record<string, string>} */
  const fields = {};
  for (const [name, value] of new FormData(form, button)) fields[name] = String(value);
  const answer = await post(form.action, fields, table.courier.token());
  if (!answer.ok) toast(answer.error || table.say(answer.code));
  table.live?.look();
}

/** What the buttons do. @type {Record<string, (table: GameTable) => unknown>} */
const ACTS = {
  undo: ({ placing }) => placing.undo(),
  trade: ({ placing }) => placing.trade(),
  shuffle: ({ placing }) => placing.shuffle(),
  sort: ({ placing }) => placing.sort(),
  play: ({ moves }) => moves.play(),
  pass: ({ moves }) => moves.pass(),
  resign: ({ moves }) => moves.leave("resign"),
  abort: ({ moves }) => moves.leave("abort"),
  "zoom-in": ({ view }) => view.zoom(ZOOMS.in),
  "zoom-out": ({ view }) => view.zoom(ZOOMS.out),
  fit: (table) => fit(table),
  keys: () => showDialog("keys"),
};

/**
 * What a click that is no press of the board means: a button, or a screen reader's own click.
 *
 * @param {GameTable} table
 * @param {Element} target
 */
function press(table, target) {
  const cell = target.closest(".board__plane .cell");
  const slot = target.closest(".rack [data-slot]")?.getAttribute("data-slot");
  const button = target.closest("[data-act]");
  if (cell) table.placing.tap(keyOf(cell));
  else if (slot) table.placing.pick(Number(slot));
  else if (button?.matches("[data-power]")) table.powers.press(button);
  else void ACTS[button?.getAttribute("data-act") ?? ""]?.(table);
  if (button?.closest(".menu--more")) byId("more")?.hidePopover();
}

/**
 * @param {GameTable} table
 * @param {HTMLElement} cell
 * @param {import("./cursor.js").Arrow} arrow
 */
function walk(table, cell, arrow) {
  const cells = [...table.root.querySelectorAll(".board__plane .cell:not(.is-later)")].map(keyOf);
  const next = step(keyOf(cell), arrow, cells);
  const element = next ? table.cellElement(next) : null;
  if (!element) return;
  cell.tabIndex = -1;
  element.tabIndex = 0;
  element.focus({ preventScroll: true });
  table.view.reveal(element);
}

/**
 * @param {HTMLElement} host
 * @param {HTMLElement} tile
 * @param {1 | -1} by
 */
function walkRack(host, tile, by) {
  const tiles = [...host.querySelectorAll(".rack [data-slot]:not([hidden])")];
  const next = tiles.at((tiles.indexOf(tile) + by) % tiles.length);
  if (!(next instanceof HTMLElement)) return;
  tile.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}

/**
 * Move the focus to the next or previous cell where the selected tile may lie.
 *
 * @param {GameTable} table
 * @param {1 | -1} by
 */
function focusLegal(table, by) {
  const cells = [...table.root.querySelectorAll("[data-place], .is-takeable")];
  if (!cells.length) return;
  const now = cells.indexOf(document.activeElement ?? table.root);
  const from = now === -1 && by === -1 ? 0 : now;
  const next = cells.at((from + by) % cells.length);
  if (!(next instanceof HTMLElement)) return;
  next.focus({ preventScroll: true });
  table.view.reveal(next);
}

/**
 * Open a sheet where it is one; where it stands on the page anyway, go there.
 *
 * @param {string} id
 */
function openSheet(id) {
  const sheet = byId(id);
  if (!sheet) return;
  const first = sheet.querySelector("[data-first]");
  if (sheet.checkVisibility()) {
    const inside = first ?? sheet.querySelector("[tabindex]") ?? sheet;
    if (inside === sheet) sheet.tabIndex = -1;
    if (inside instanceof HTMLElement) inside.focus();
  } else {
    sheet.showPopover();
    if (first instanceof HTMLElement) first.focus();
  }
}

/** @param {string} id */
function showDialog(id) {
  const dialog = byId(id);
  if (dialog instanceof HTMLDialogElement) dialog.showModal();
}

/**
 * Show all lines of the board as text.
 *
 * @param {GameTable} table
 */
function describe(table) {
  const { say } = table;
  const list = byId("describe-lines");
  const nameOf = (/** @type {{x: number, y: number}} */ { x, y }) =>
    table.cellElement(`${x},${y}`)?.querySelector(".tile")?.getAttribute("aria-label") ?? "";
  const tiles = table.root.querySelectorAll(".cell[data-tile]:not(.is-later, [data-drawn])");
  const items = linesOn(new Set([...tiles].map(keyOf))).map(({ isRow, cells }) => {
    const [first, last] = [cells[0], cells.at(-1)];
    if (!first || !last) return "";
    return say(isRow ? "line_row" : "line_column", {
      line: whole(isRow ? first.y : first.x),
      from: whole(isRow ? first.x : first.y),
      to: whole(isRow ? last.x : last.y),
      tiles: cells.map(nameOf).join(", "),
    });
  });
  const texts = items.length ? items : [say("board_empty")];
  list?.replaceChildren(
    ...texts.map((text) => {
      const item = document.createElement("li");
      item.textContent = text;
      return item;
    }),
  );
  showDialog("describe");
}
