// A form that a passkey fills: the browser makes or uses one, the form sends what came of it.

import { hasPasskeys, toCreation, toJson, toRequest } from "./credential.js";

/** @param {HTMLElement} form */
export function start(form) {
  const button = form.querySelector("[data-passkey]");
  const field = form.querySelector('input[name="credential"]');
  if (
    form instanceof HTMLFormElement &&
    button instanceof HTMLButtonElement &&
    field instanceof HTMLInputElement
  ) {
    new PasskeyForm(form, button, field).begin();
  }
}

class PasskeyForm {
  /**
   * @param {HTMLFormElement} form with `data-mode`: add, use or sign-in
   * @param {HTMLButtonElement} button
   * @param {HTMLInputElement} field takes the credential, as JSON
   */
  constructor(form, button, field) {
    this.form = form;
    this.button = button;
    this.field = field;
  }

  begin() {
    const why = hasPasskeys(window, location.hostname);
    if (why) {
      this.say(this.form.dataset[why] ?? "");
      return;
    }
    this.form.hidden = false;
    this.field.value = ""; // the server writes "null" for nothing
    this.button.disabled = false;
    this.form.addEventListener("submit", (event) => {
      if (this.field.value) return;
      event.preventDefault();
      void this.ask();
    });
  }

  async ask() {
    this.button.disabled = true;
    this.say("");
    try {
      const credential = await this.credential();
      if (!credential) throw new Error("The browser gave no credential.");
      this.field.value = JSON.stringify(toJson(/** @type {PublicKeyCredential} */ (credential)));
      this.form.submit();
    } catch (error) {
      const isCancelled = error instanceof DOMException && error.name === "NotAllowedError";
      const isKnown = error instanceof DOMException && error.name === "InvalidStateError";
      const { cancelled, known, failed } = this.form.dataset;
      this.say((isCancelled ? cancelled : isKnown ? known : failed) ?? "");
      this.button.disabled = false;
    }
  }

  async credential() {
    const options = await this.options();
    if (this.form.dataset.mode !== "add") {
      return navigator.credentials.get({ publicKey: toRequest(options.request_options.publicKey) });
    }
    const alone = this.form.querySelector('input[name="passwordless"]');
    const isAlone = alone instanceof HTMLInputElement && alone.checked;
    return navigator.credentials.create({
      publicKey: toCreation(options.creation_options.publicKey, isAlone),
    });
  }

  /** @returns {Promise<any>} what the server asks of the browser */
  async options() {
    const stored = document.getElementById(this.form.dataset.options ?? "");
    if (stored) return JSON.parse(stored.textContent ?? "");
    const answer = await fetch(this.form.action, { headers: { Accept: "application/json" } });
    if (!answer.ok) throw new Error(`The server answered ${answer.status}.`);
    return answer.json();
  }

  /** @param {string} text */
  say(text) {
    const output = this.form.querySelector("output");
    if (output) output.textContent = text;
  }
}
