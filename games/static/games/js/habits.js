// How the table behaves: each switch holds at once and is stored without a reload.

import { saveOnChange } from "./autosave.js";

const HABITS = ["ask", "keys", "sound"];

/** @param {HTMLElement} element the form */
export function start(element) {
  if (element instanceof HTMLFormElement) saveOnChange(element, hold);
}

/** @param {FormData} chosen */
function hold(chosen) {
  for (const habit of HABITS) {
    document.documentElement.dataset[habit] = chosen.has(habit) ? "on" : "off";
  }
}
