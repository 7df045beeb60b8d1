// A private note is kept without leaving the page. A sheet that opens shows the form at once.

import { post } from "./api.js";

/** @param {HTMLElement} form */
export function start(form) {
  if (!(form instanceof HTMLFormElement)) return;
  const saved = form.querySelector("output");
  const error = form.querySelector(".field__error");
  const text = form.querySelector("textarea");
  if (!saved || !error || !text) return;
  text.addEventListener("input", () => {
    saved.value = "";
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const token = form.querySelector("[name=csrfmiddlewaretoken]")?.getAttribute("value") ?? "";
    const answer = await post(form.action, { text: text.value }, token);
    saved.value = answer.ok ? (saved.dataset.saved ?? "") : "";
    error.textContent = answer.ok ? "" : answer.error || (saved.dataset.failed ?? "");
    error.toggleAttribute("hidden", answer.ok);
  });
  form.closest("[popover]")?.addEventListener("toggle", (event) => {
    const fold = form.closest("details");
    if (fold && /** @type {ToggleEvent} */ (event).newState === "open") fold.open = true;
  });
}
