/** Small helpers for the page: find, make, time. */

/**
 * @param {string} id
 * @returns {HTMLElement | null}
 */
export function byId(id) {
  return document.getElementById(id);
}

/**
 * @param {string} tag
 * @param {string} className
 * @param {Record<string, string>} [attributes]
 * @returns {HTMLElement}
 */
export function make(tag, className, attributes = {}) {
  const element = document.createElement(tag);
  element.className = className;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

/**
 * Set custom properties, the only style that script sets here.
 *
 * @param {HTMLElement} element
 * @param {Record<string, number>} measures
 */
export function measure(element, measures) {
  for (const [name, value] of Object.entries(measures)) {
    element.style.setProperty(`--${name}`, String(value));
  }
}

/**
 * Text of a template without its line breaks, which would stand before a full stop or a comma.
 *
 * @param {string | null | undefined} text
 * @returns {string}
 */
export function tidy(text) {
  return (text ?? "")
    .replace(/\s+/g, " ")
    .replace(/ ([.,])/g, "$1")
    .trim();
}
