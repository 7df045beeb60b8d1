/**
 * The keys of the table. Letters, digits and signs are off while somebody types, while a question is
 * open, and for people who have switched them off.
 *
 * @typedef {import("./cursor.js").Arrow} Arrow
 *
 * @typedef {object} Commands
 * @property {(place: number) => void} pick
 * @property {() => void} undo
 * @property {() => void} escape
 * @property {() => void} trade
 * @property {() => void} shuffle
 * @property {() => void} sort
 * @property {() => void} play
 * @property {() => void} focusPlay
 * @property {(step: 1 | -1) => void} nextLegal
 * @property {(how: "in" | "out" | "fit") => void} zoom
 * @property {(step: "first" | "prev" | "next" | "last") => void} replay
 * @property {(sheet: "moves" | "chat" | "bag") => void} open
 * @property {() => void} nextGame
 * @property {() => void} powers
 * @property {() => void} help
 */

import { isArrow } from "./cursor.js";

/** @typedef {{key: string, shiftKey: boolean}} Stroke */

/** What single characters mean. @type {Record<string, (commands: Commands, stroke: Stroke) => void>} */
const LETTERS = {
  z: (commands) => commands.undo(),
  t: (commands) => commands.trade(),
  s: (commands, { shiftKey }) => (shiftKey ? commands.sort() : commands.shuffle()),
  p: (commands) => commands.focusPlay(),
  w: (commands) => commands.powers(),
  l: (commands, { shiftKey }) => commands.nextLegal(shiftKey ? -1 : 1),
  m: (commands) => commands.open("moves"),
  c: (commands) => commands.open("chat"),
  b: (commands) => commands.open("bag"),
  n: (commands) => commands.nextGame(),
  "+": (commands) => commands.zoom("in"),
  "=": (commands) => commands.zoom("in"),
  "-": (commands) => commands.zoom("out"),
  "−": (commands) => commands.zoom("out"),
  0: (commands) => commands.zoom("fit"),
  ",": (commands) => commands.replay("prev"),
  ".": (commands) => commands.replay("next"),
  "?": (commands) => commands.help(),
};

/** @type {Record<string, (commands: Commands) => void>} */
const NAMED = {
  Escape: (commands) => commands.escape(),
  Backspace: (commands) => commands.undo(),
  Home: (commands) => commands.replay("first"),
  End: (commands) => commands.replay("last"),
};

/**
 * @param {EventTarget | null} target
 * @returns {boolean}
 */
function isTyping(target) {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches("input, select, textarea"))
  );
}

/**
 * Do what a key means.
 *
 * @param {Stroke} stroke
 * @param {Commands} commands
 * @param {boolean} [areLettersOn]
 * @returns {boolean} whether it meant something
 */
export function obey(stroke, commands, areLettersOn = true) {
  const named = NAMED[stroke.key];
  if (named) {
    named(commands);
    return true;
  }
  if (!areLettersOn) return false;
  if (/^[1-9]$/.test(stroke.key)) {
    commands.pick(Number(stroke.key) - 1);
    return true;
  }
  const letter = LETTERS[stroke.key.toLowerCase()];
  letter?.(commands, stroke);
  return letter !== undefined;
}

/** @param {Commands} commands */
export function listen(commands) {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || isTyping(event.target)) return;
    if (document.querySelector("dialog[open], :popover-open")) return;
    if (event.key === "Enter" && event.ctrlKey) {
      commands.play();
      event.preventDefault();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const areLettersOn = document.documentElement.dataset.keys !== "off";
    if (obey(event, commands, areLettersOn)) event.preventDefault();
  });
}

/**
 * The keys inside board and rack, which are one stop of the Tab key each.
 *
 * @typedef {object} Walks
 * @property {(cell: HTMLElement, arrow: Arrow) => void} onBoard
 * @property {(cell: HTMLElement) => void} onPress Enter or Space on a cell
 * @property {(tile: HTMLElement, by: 1 | -1) => void} inRack
 * @property {(tile: HTMLElement, by: 1 | -1) => void} shiftInRack
 *
 * @param {HTMLElement} host
 * @param {Walks} walks
 */
export function listenInside(host, walks) {
  host.addEventListener("keydown", (event) => {
    const { target } = event;
    if (!(target instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.altKey) return;
    const cell = target.closest(".board__plane .cell");
    const tile = target.closest(".rack [data-slot]");
    const isDone =
      (cell instanceof HTMLElement && onCell(cell, event.key, walks)) ||
      (tile instanceof HTMLElement && onTile(tile, event, walks));
    if (isDone) event.preventDefault();
  });
}

/**
 * @param {HTMLElement} cell
 * @param {string} key
 * @param {Walks} walks
 * @returns {boolean} whether the key meant something here
 */
function onCell(cell, key, { onBoard, onPress }) {
  if (isArrow(key)) onBoard(cell, key);
  else if (key === "Enter" || key === " ") onPress(cell);
  else return false;
  return true;
}

/**
 * @param {HTMLElement} tile
 * @param {KeyboardEvent} event
 * @param {Walks} walks
 * @returns {boolean} whether the key meant something here
 */
function onTile(tile, { key, shiftKey }, { inRack, shiftInRack }) {
  if (key !== "ArrowLeft" && key !== "ArrowRight") return false;
  const isForward = (key === "ArrowRight") === (getComputedStyle(tile).direction === "ltr");
  (shiftKey ? shiftInRack : inRack)(tile, isForward ? 1 : -1);
  return true;
}
