/**
 * Brings the table to life: hands clicks and keys to the one object that knows what they mean.
 */

import { GameTable } from "./gametable.js";
import { listen } from "./keys.js";
import * as plans from "./tentative.js";

/**
 * @param {GameTable} table
 * @param {HTMLElement} target
 */
function press(table, target) {
  const cell = target.closest("[data-place], [data-back]");
  const place = cell?.getAttribute("data-place");
  const back = cell?.getAttribute("data-back");
  const slot = target.closest(".rack button")?.closest("[data-slot]")?.getAttribute("data-slot");
  const act = target.closest("[data-act]")?.getAttribute("data-act");
  if (place) table.lay(place);
  else if (back) table.takeBack(back);
  else if (slot) table.pick(Number(slot));
  else if (act === "undo") table.undo();
  else if (act === "trade") table.trade();
  else if (act === "play") void table.moves.play();
  else if (act === "pass") void table.moves.pass();
  else if (act === "resign" || act === "abort") void table.moves.leave(act);
}

/** @param {HTMLElement} host */
export function start(host) {
  const root = host.querySelector("#table");
  if (!(root instanceof HTMLElement)) return;
  const table = new GameTable(host, root);
  host.addEventListener("click", (event) => {
    if (!(event.target instanceof HTMLElement || event.target instanceof SVGElement)) return;
    const button = event.target.closest("button");
    if (button) {
      press(table, button);
      if (button.closest(".menu--more")) document.getElementById("more")?.hidePopover();
    } else if (event.target.closest(".board")) table.change(plans.deselect(table.plan));
  });
  listen({
    pick: (slot) => table.pick(slot),
    undo: () => table.undo(),
    escape: () => table.escape(),
    trade: () => table.trade(),
    play: () => void table.moves.play(),
    focusPlay: () => document.getElementById("play")?.focus(),
    nextLegal: (step) => focusLegal(host, step),
  });
}

/**
 * Move the focus to the next or previous cell where the selected tile may lie.
 *
 * @param {HTMLElement} host
 * @param {1 | -1} step
 */
function focusLegal(host, step) {
  const cells = [...host.querySelectorAll("[data-place]")];
  if (!cells.length) return;
  const now = cells.findIndex((cell) => cell.contains(document.activeElement));
  const start = now === -1 && step === -1 ? 0 : now;
  const next = cells.at((start + step) % cells.length);
  if (next instanceof HTMLElement) next.focus();
}
