/** Changes on the page that can all be taken back. The first entry about a thing is kept. */
export class Ledger {
  /** @type {Map<Node, Map<string, () => void>>} */
  entries = new Map();

  /**
   * @param {Element} element
   * @param {string} text
   */
  text(element, text) {
    const before = [...element.childNodes];
    this.note(element, "text", () => element.replaceChildren(...before));
    element.textContent = text;
  }

  /**
   * @param {Element} element
   * @param {string} name
   * @param {boolean} isOn
   */
  toggle(element, name, isOn) {
    const wasOn = element.classList.contains(name);
    if (wasOn === isOn) return;
    const hadClasses = element.hasAttribute("class");
    this.note(element, `.${name}`, () => {
      element.classList.toggle(name, wasOn);
      if (!hadClasses && !element.classList.length) element.removeAttribute("class");
    });
    element.classList.toggle(name, isOn);
  }

  /**
   * @param {Element} element
   * @param {string} name
   * @param {string} value
   */
  attribute(element, name, value) {
    const before = element.getAttribute(name);
    this.note(element, `[${name}]`, () => {
      if (before === null) element.removeAttribute(name);
      else element.setAttribute(name, before);
    });
    element.setAttribute(name, value);
  }

  /**
   * @param {Element} place
   * @param {Element} element comes after it
   */
  insert(place, element) {
    this.note(element, "place", () => element.remove());
    place.after(element);
  }

  /**
   * @param {Node} about
   * @param {string} what
   * @param {() => void} undo
   */
  note(about, what, undo) {
    const notes = this.entries.get(about) ?? new Map();
    if (!notes.has(what)) notes.set(what, undo);
    this.entries.set(about, notes);
  }

  /** Put everything back as it was. */
  restore() {
    for (const notes of this.entries.values()) for (const undo of notes.values()) undo();
    this.entries.clear();
  }
}
