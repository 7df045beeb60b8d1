// The display menu: what is chosen shows at once and is stored without a reload.

import { saveOnChange } from "./autosave.js";

/** @param {HTMLElement} element the form */
export function start(element) {
  if (element instanceof HTMLFormElement) saveOnChange(element, show);
}

/**
 * @param {FormData} chosen
 * @param {HTMLFormElement} form
 * @param {Event} event
 */
function show(chosen, form, event) {
  const marks = form.elements.namedItem("marks");
  const { target } = event;
  if (target instanceof HTMLInputElement && target.name === "palette" && target.value === "safe") {
    if (marks instanceof HTMLInputElement) marks.checked = true; // the server does the same
    chosen.set("marks", "on");
  }
  const page = document.documentElement;
  const theme = String(chosen.get("theme") ?? "");
  if (theme) page.dataset.theme = theme;
  else delete page.dataset.theme;
  page.dataset.palette = String(chosen.get("palette") ?? "default");
  page.dataset.marks = chosen.has("marks") ? "on" : "off";
}
