/**
 * Elements that live on when the table around them is replaced: somebody may be typing in them.
 */

/** @typedef {Node & {moveBefore?: (node: Node, child: Node | null) => void}} Mover */

/**
 * Put a new element in the place of an old one. What the new one names in `data-stay` comes along
 * from the old one.
 *
 * @param {HTMLElement} before
 * @param {HTMLElement} after
 */
export function exchange(before, after) {
  before.after(after);
  for (const place of after.querySelectorAll("[data-stay]")) {
    const kept = before.querySelector(`#${place.getAttribute("data-stay")}`);
    /** @type {Mover | null} */
    const parent = place.parentNode;
    if (!kept || !parent) continue;
    // Moved so, it keeps focus, caret and scroll; a browser that cannot loses them.
    if (parent.moveBefore) parent.moveBefore(kept, place);
    else parent.insertBefore(kept, place);
    place.remove();
  }
  before.remove();
}
