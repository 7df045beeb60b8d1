/**
 * Spending a power: by a question of its own, or on the board.
 *
 * @typedef {import("./gametable.js").GameTable} GameTable
 */

import { announce, toast } from "./notices.js";
import { play as playSound } from "./sound.js";
import { arm, chooseTaken, recallAll } from "./tentative.js";
import { capital } from "./texts.js";

/** Powers that work on the board itself and ask nothing before. */
const ON_BOARD = ["singles", "take", "star"];

export class Powers {
  /** @param {GameTable} table */
  constructor(table) {
    this.table = table;
  }

  /**
   * A press on a token: begin to use it, or say why not.
   *
   * @param {Element} token
   */
  press(token) {
    const { courier } = this.table;
    const power = token.getAttribute("data-power") ?? "";
    if (courier.isBusy) return;
    if (token.getAttribute("aria-disabled") === "true") {
      toast(token.getAttribute("data-why") ?? "");
    } else if (ON_BOARD.includes(power)) this.arm(power);
    else this.ask(power, token);
  }

  /**
   * Begin to use a power on the board, or put it away.
   *
   * @param {string} power
   */
  arm(power) {
    const { table } = this;
    table.setCursor("");
    table.change(arm(table.plan, power));
    if (!table.plan.power) announce(table.say("power_off"));
    else if (power === "singles") announce(table.say("single_of", { number: 1 }));
    else announce(table.say("take_note"));
  }

  /**
   * @param {string} cell "x,y"
   */
  choose(cell) {
    const { table } = this;
    if (!table.takeableCells().includes(cell)) {
      if (table.facts.taken.has(cell)) toast(table.say("not_takeable"));
      return;
    }
    playSound("tap");
    table.change(chooseTaken(table.plan, cell));
    const tile = this.nameOfTile(cell);
    announce(table.plan.taken ? table.say("take_tile", { tile }) : table.say("choose_tile"));
  }

  /**
   * @param {string} cell "x,y"
   * @returns {string} name of the tile that lies there
   */
  nameOfTile(cell) {
    const face = this.table.cellElement(cell)?.querySelector(".tile");
    return face?.getAttribute("aria-label") ?? "";
  }

  /**
   * Open the question of a power; its answer spends it.
   *
   * @param {string} power
   * @param {Element} token
   */
  ask(power, token) {
    const { table } = this;
    const dialog = table.root.querySelector(`#power-${power}`);
    if (!(dialog instanceof HTMLDialogElement)) return;
    table.change(arm({ ...recallAll(table.plan), power: "" }, ""));
    dialog.returnValue = "";
    dialog.oninput = () => redraw(dialog, power, table.say);
    dialog.onclose = () => {
      token.classList.remove("is-armed");
      table.draw();
      if (dialog.returnValue === "yes") void table.moves.use(power, chosen(dialog).join(" "));
    };
    token.classList.add("is-armed");
    table.root.querySelector(".board")?.classList.add("is-dimmed");
    const sum = table.root.querySelector("#sum");
    if (sum) sum.textContent = dialog.querySelector("h2")?.textContent ?? "";
    redraw(dialog, power, table.say);
    dialog.showModal();
  }
}

/**
 * @param {HTMLDialogElement} dialog
 * @returns {string[]} the tiles that are chosen in it
 */
function chosen(dialog) {
  return [...dialog.querySelectorAll("input:checked")].map(
    (one) => one.getAttribute("value") ?? "",
  );
}

/**
 * The verb of the answer names what is chosen.
 *
 * @param {HTMLDialogElement} dialog
 * @param {string} power
 * @param {import("./texts.js").Say} say
 */
function redraw(dialog, power, say) {
  const button = dialog.querySelector(".ask__do");
  const label = button?.querySelector("[data-label]");
  if (!(button instanceof HTMLButtonElement) || !label) return;
  if (power !== "ask" && power !== "trade") return;
  const tiles = chosen(dialog);
  button.disabled = !tiles.length;
  if (power === "trade") {
    label.textContent = tiles.length ? say("trade_n", { count: tiles.length }) : say("trade");
    return;
  }
  const name = dialog.querySelector("input:checked")?.getAttribute("aria-label") ?? "";
  if (name) label.textContent = capital(say("ask_for", { tile: name }));
}
