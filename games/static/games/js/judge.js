/**
 * The dialog on somebody's line: mute its author, or report it.
 *
 * @typedef {object} Court
 * @property {(form: HTMLFormElement, button: HTMLElement | null) => Promise<void>} mute
 * @property {() => string} token reads the CSRF token
 * @property {(text: string) => void} told says that the report was taken
 * @property {import("./texts.js").Say} say
 */

import { post } from "./api.js";
import { byId } from "./dom.js";

/**
 * Open the dialog on the line of a link.
 *
 * @param {HTMLAnchorElement} link
 * @param {Court} court
 */
export function judge(link, court) {
  const dialog = byId("chat-judge");
  if (!(dialog instanceof HTMLDialogElement)) return;
  const name = link.dataset.name ?? "";
  const quote = link.closest(".chat__line")?.querySelector(".chat__text")?.textContent ?? "";
  for (const place of dialog.querySelectorAll("[data-fill]")) {
    place.textContent = place.getAttribute("data-fill") === "name" ? name : quote;
  }
  dialog.querySelector("[name=person]")?.setAttribute("value", name);
  const error = dialog.querySelector(".field__error");
  error?.toggleAttribute("hidden", true);
  for (const box of dialog.querySelectorAll("[type=radio], [name=block]")) {
    if (box instanceof HTMLInputElement) box.checked = false;
  }
  const text = dialog.querySelector("textarea");
  if (text) text.value = "";
  dialog.onclick = ({ target }) => {
    if (target instanceof Element && target.closest("[data-close]")) dialog.close();
  };
  dialog.onsubmit = async (event) => {
    const { target, submitter } = event;
    if (!(target instanceof HTMLFormElement)) return;
    event.preventDefault();
    if (target.matches(".judge__mute")) {
      dialog.close();
      await court.mute(target, submitter);
      return;
    }
    const sent = new FormData(target);
    const fields = Object.fromEntries(
      ["category", "text", "block"].map((name) => [name, String(sent.get(name) ?? "")]),
    );
    const answer = await post(link.href, fields, court.token());
    if (answer.ok) {
      dialog.close();
      court.told(court.say("reported"));
    } else if (error) {
      error.textContent = answer.error || court.say(answer.code);
      error.toggleAttribute("hidden", false);
    }
  };
  dialog.showModal();
}
