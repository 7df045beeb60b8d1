/**
 * The keys of the table. Letters are off while somebody types and while a question is open.
 *
 * @typedef {object} Commands
 * @property {(slot: number) => void} pick
 * @property {() => void} undo
 * @property {() => void} escape
 * @property {() => void} trade
 * @property {() => void} play
 * @property {() => void} focusPlay
 * @property {(step: 1 | -1) => void} nextLegal
 */

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
 * @param {{key: string, shiftKey: boolean}} press
 * @param {Commands} commands
 * @returns {boolean} whether it meant something
 */
export function obey({ key, shiftKey }, commands) {
  if (/^[1-6]$/.test(key)) {
    commands.pick(Number(key) - 1);
    return true;
  }
  switch (key.toLowerCase()) {
    case "escape":
      commands.escape();
      return true;
    case "backspace":
    case "z":
      commands.undo();
      return true;
    case "t":
      commands.trade();
      return true;
    case "p":
      commands.focusPlay();
      return true;
    case "l":
      commands.nextLegal(shiftKey ? -1 : 1);
      return true;
    default:
      return false;
  }
}

/**
 * @param {Commands} commands
 */
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
    if (obey(event, commands)) event.preventDefault();
  });
}
