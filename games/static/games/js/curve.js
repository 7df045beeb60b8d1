/**
 * The cursor of a chart: a pointer or arrow keys move it, and it says what stands there. The picture
 * and the table below it need none of this.
 *
 * @typedef {[number, number, string]} Spot across and down, as shares of the chart; what to say
 */

import { measure } from "./dom.js";

/** So many points a page key moves. */
const PAGE = 10;

/**
 * @param {Spot[]} spots from left to right, at least one
 * @param {number} share where the pointer is, 0 at the left end
 * @returns {number} the index of the nearest spot
 */
export function nearest(spots, share) {
  let best = 0;
  spots.forEach(([x], index) => {
    if (Math.abs(x - share) < Math.abs((spots[best]?.[0] ?? 0) - share)) best = index;
  });
  return best;
}

/**
 * @param {string} key
 * @param {number} index
 * @param {number} count
 * @returns {number | null} where a key leads; null for a key that leads nowhere
 */
export function moved(key, index, count) {
  /** @type {Record<string, number>} */
  const targets = {
    ArrowLeft: index - 1,
    ArrowDown: index - 1,
    ArrowRight: index + 1,
    ArrowUp: index + 1,
    PageDown: index - PAGE,
    PageUp: index + PAGE,
    Home: 0,
    End: count - 1,
  };
  const target = targets[key];
  return target === undefined ? null : Math.max(0, Math.min(count - 1, target));
}

/** @param {HTMLElement} plot */
export function start(plot) {
  /** @type {Spot[]} */
  const spots = JSON.parse(plot.dataset.points ?? "[]");
  const [line, said] = [".chart__line", ".chart__said"].map((name) => plot.querySelector(name));
  if (!(line instanceof HTMLElement && said instanceof HTMLElement) || !spots.length) return;
  const marks = [line, said];
  let index = spots.length - 1;

  /** @param {number} target */
  const show = (target) => {
    index = target;
    const [x, y, text] = spots[index] ?? [0, 0, ""];
    for (const mark of marks) measure(mark, { "at-x": x, "at-y": y });
    said.textContent = text;
    plot.setAttribute("aria-valuenow", String(index + 1));
    plot.setAttribute("aria-valuetext", text);
  };

  /** @param {boolean} isShown */
  const reveal = (isShown) => {
    for (const mark of marks) mark.hidden = !isShown;
  };

  plot.querySelector("svg")?.setAttribute("aria-hidden", "true");
  plot.tabIndex = 0;
  plot.setAttribute("role", "slider");
  plot.setAttribute("aria-label", plot.dataset.label ?? "");
  plot.setAttribute("aria-valuemin", "1");
  plot.setAttribute("aria-valuemax", String(spots.length));
  show(index);

  plot.addEventListener("pointermove", (event) => {
    const box = plot.getBoundingClientRect();
    show(nearest(spots, (event.clientX - box.left) / box.width));
    reveal(true);
  });
  plot.addEventListener("pointerleave", () => reveal(document.activeElement === plot));
  plot.addEventListener("focus", () => reveal(true));
  plot.addEventListener("blur", () => reveal(false));
  plot.addEventListener("keydown", (event) => {
    const target =
      event.ctrlKey || event.metaKey || event.altKey ? null : moved(event.key, index, spots.length);
    if (target === null) return;
    event.preventDefault();
    show(target);
    reveal(true);
  });
}
