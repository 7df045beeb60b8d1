// The page of a finished game's fairness: a button that computes every draw again in this browser.

import { check } from "./faircheck.js";
import { readTexts } from "./texts.js";

/**
 * @typedef {import("./faircheck.js").Finding} Finding
 * @typedef {import("./texts.js").Say} Say
 */

/** @param {HTMLElement} box with the address of the record, the button and the place of the answer */
export function start(box) {
  const button = box.querySelector("button");
  const answer = box.querySelector("output");
  if (!button || !answer) return;
  const say = readTexts(box);
  button.hidden = false;
  button.addEventListener("click", async () => {
    button.setAttribute("aria-disabled", "true");
    box.dataset.found = "";
    answer.textContent = say("working");
    const lines = await examine(box.dataset.record ?? "", say, box);
    answer.replaceChildren(...lines.map(paragraph));
    button.removeAttribute("aria-disabled");
  });
}

/**
 * @param {string} address of the record
 * @param {Say} say
 * @param {HTMLElement} box is told "good" or "bad" when an answer was found
 * @returns {Promise<string[]>} sentences
 */
async function examine(address, say, box) {
  // Browsers keep the cryptography that this needs to HTTPS and localhost.
  if (!globalThis.crypto?.subtle) return [say("insecure")];
  try {
    const response = await fetch(address, { credentials: "same-origin" });
    if (!response.ok) return [say("no_record")];
    const record = await response.json();
    const finding = await check(record);
    box.dataset.found = finding.fault ? "bad" : "good";
    return sentences(finding, record.seats, say);
  } catch {
    return [say("no_record")];
  }
}

/**
 * @param {Finding} finding
 * @param {string[]} seats names
 * @param {Say} say
 * @returns {string[]}
 */
export function sentences({ fault, draws, options }, seats, say) {
  const about = options === "none" ? [] : [say(`options_${options}`)];
  if (!fault) return [say(draws ? "good" : "good_deal", { count: draws }), ...about];
  const { what, number, due, told } = fault;
  const values = { number, due: due || say("nothing"), told: told || say("nothing") };
  const first = say(`bad_${what}`, { ...values, name: seats[number] ?? "" });
  return what === "tiles" ? [first] : [first, say("bad_detail", values)];
}

/** @param {string} text @returns {HTMLParagraphElement} */
function paragraph(text) {
  const line = document.createElement("p");
  line.textContent = text;
  return line;
}
