// Keeps every clock on the page going, by the server's time.

import { leftUntil, timeText, urgency } from "./countdown.js";

const TICK_MS = 1000;

/** @param {HTMLElement} root carries the server's time and the words */
export function start(root) {
  const { now = "0", days = "", long = "", hours = "", minutes = "" } = root.dataset;
  const ahead = Number(now) - Date.now();
  const forms = { days, long, hours, minutes };
  const tick = () => {
    for (const face of document.querySelectorAll("[data-deadline]")) {
      if (face instanceof HTMLElement) show(face, Date.now() + ahead, forms);
    }
  };
  tick();
  setInterval(tick, TICK_MS);
  document.addEventListener("visibilitychange", tick);
}

/**
 * @param {HTMLElement} face
 * @param {number} now the server's time
 * @param {import("./countdown.js").Forms} forms
 */
function show(face, now, forms) {
  const deadline = Number(face.dataset.deadline);
  const text = timeText(leftUntil(now, Number(face.dataset.bankFrom ?? 0), deadline), forms);
  if (face.textContent?.trim() === text) return;
  face.textContent = text;
  const level = urgency(deadline - now);
  face.closest(".clock")?.classList.toggle("is-low", level !== "");
  const chip = face.closest(".chip");
  chip?.classList.toggle("chip--warn", level === "warn");
  chip?.classList.toggle("chip--bad", level === "bad");
}
