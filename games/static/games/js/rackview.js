/**
 * Draws the rack: the tiles in the player's own order, and what is selected, lifted or new.
 *
 * @typedef {import("./dockview.js").DockState} DockState
 */

import { measure } from "./dom.js";
import { isLaid } from "./tentative.js";

/**
 * Put the tiles in their places, and make the rack one stop of the Tab key.
 *
 * @param {HTMLElement} table
 * @param {DockState} state
 */
export function drawRack(table, state) {
  const box = table.querySelector("#rack");
  if (!box) return;
  const active = box.contains(document.activeElement) ? document.activeElement : null;
  box.setAttribute("aria-multiselectable", String(state.plan.trade !== null));
  const tiles = new Map(
    [...box.querySelectorAll("button")].map((tile) => [Number(tile.dataset.slot), tile]),
  );
  for (const [slot, tile] of tiles) drawTile(tile, slot, state);
  for (const [place, slotBox] of [...box.querySelectorAll(".rack__slot")].entries()) {
    const tile = tiles.get(state.rack[place] ?? -1);
    if (tile && tile.parentElement !== slotBox) slotBox.prepend(tile);
    slotBox.classList.toggle("is-drawing", state.isBusy && tile?.hidden !== false);
  }
  rove(
    state.rack.flatMap((slot) => tiles.get(slot) ?? []),
    active,
  );
}

/**
 * @param {HTMLButtonElement} tile
 * @param {number} slot
 * @param {DockState} state
 */
function drawTile(tile, slot, { plan, fresh, held, isBusy }) {
  const isOn = plan.trade ? plan.trade.includes(slot) : plan.selected === slot;
  tile.hidden = isLaid(plan, slot);
  tile.disabled = isBusy;
  tile.classList.toggle("is-selected", isOn);
  tile.classList.toggle("is-away", slot === held);
  tile.classList.toggle("is-new", fresh.includes(slot));
  measure(tile, { nth: fresh.indexOf(slot) });
  tile.setAttribute("aria-selected", String(isOn));
}

/**
 * @param {HTMLButtonElement[]} tiles in the order of the rack
 * @param {Element | null} active the one that had the focus
 */
function rove(tiles, active) {
  const shown = tiles.filter((tile) => !tile.hidden);
  const stop =
    shown.find((tile) => tile === active) ??
    shown.find((tile) => tile.classList.contains("is-selected")) ??
    shown[0];
  for (const tile of tiles) tile.tabIndex = tile === stop ? 0 : -1;
  // A tile that was moved to another place has lost the focus on the way.
  if (active && active !== document.activeElement) stop?.focus({ preventScroll: true });
}
