/**
 * The sentences of the page, translated by the server and found by key. See _texts.html.
 *
 * @typedef {(key: string, values?: Record<string, string | number>) => string} Say
 */

import { tidy } from "./dom.js";

/**
 * Fill the words in {braces}.
 *
 * @param {string} text
 * @param {Record<string, string | number>} values
 * @returns {string}
 */
export function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

/**
 * Make a reader of sentences. A key that comes in "_one" and "_other" is chosen by values.count.
 *
 * @param {ReadonlyMap<string, string>} texts
 * @param {string} language
 * @returns {Say}
 */
export function reader(texts, language) {
  const plural = new Intl.PluralRules(language || "en");
  return (key, values = {}) => {
    const kind = plural.select(Number(values.count ?? 0)) === "one" ? "one" : "other";
    const text = texts.get(key) ?? texts.get(`${key}_${kind}`) ?? texts.get(`${key}_other`) ?? key;
    return fill(text, values);
  };
}

/**
 * @param {ParentNode} root
 * @returns {Say}
 */
export function readTexts(root) {
  const texts = new Map();
  for (const item of root.querySelectorAll("[data-key]")) {
    texts.set(item.getAttribute("data-key"), tidy(item.textContent));
  }
  return reader(texts, document.documentElement.lang);
}

/**
 * @param {string} text
 * @returns {string} with a capital first letter
 */
export function capital(text) {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}
