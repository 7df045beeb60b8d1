// The card "On this device": switches pushes on and off in this browser, and tries them out.

import { post } from "./api.js";
import { isAppleHandheld, pushState } from "./pushstate.js";

/** @param {HTMLElement} card */
export function start(card) {
  const box = card.querySelector("input[type=checkbox]");
  const trial = card.querySelector("[data-push-test]");
  if (box instanceof HTMLInputElement && trial instanceof HTMLButtonElement) {
    void new PushCard(card, box, trial).begin();
  }
}

const canPush = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

class PushCard {
  /**
   * @param {HTMLElement} card
   * @param {HTMLInputElement} box the switch
   * @param {HTMLButtonElement} trial
   */
  constructor(card, box, trial) {
    this.card = card;
    this.box = box;
    this.trial = trial;
    /** @type {PushSubscription | null} */
    this.subscription = null;
  }

  async begin() {
    this.box.addEventListener("change", () => void this.toggle());
    this.trial.addEventListener("click", () => void this.tryOut());
    if (canPush) {
      const registration = await navigator.serviceWorker.getRegistration("/");
      this.subscription = (await registration?.pushManager.getSubscription()) ?? null;
    }
    // A browser that belongs to somebody else here gets nothing of mine until it is switched on.
    if (this.subscription && !this.isListed(this.subscription.endpoint)) this.subscription = null;
    this.draw();
  }

  /** @param {string} endpoint */
  isListed(endpoint) {
    return [...this.card.querySelectorAll("[data-endpoint]")].some(
      (row) => row instanceof HTMLElement && row.dataset.endpoint === endpoint,
    );
  }

  draw() {
    const state = pushState({
      canPush,
      isApple: isAppleHandheld(navigator.userAgent, navigator.maxTouchPoints),
      isInstalled: matchMedia("(display-mode: standalone)").matches,
      permission: canPush ? Notification.permission : "default",
      isSubscribed: this.subscription !== null,
    });
    this.box.checked = state === "on";
    this.box.disabled = state !== "on" && state !== "off";
    this.trial.hidden = state !== "on";
    for (const text of this.card.querySelectorAll("[data-push-state]")) {
      if (text instanceof HTMLElement) text.hidden = text.dataset.pushState !== state;
    }
    for (const row of this.card.querySelectorAll("[data-endpoint]")) {
      if (!(row instanceof HTMLElement)) continue;
      const here = row.querySelector("[data-push-here]");
      if (here instanceof HTMLElement) {
        here.hidden = row.dataset.endpoint !== this.subscription?.endpoint;
      }
    }
  }

  async toggle() {
    this.box.disabled = true;
    this.say("");
    try {
      await (this.box.checked ? this.switchOn() : this.switchOff());
    } catch {
      this.say(this.card.dataset.failed ?? "");
    }
    this.draw();
  }

  async switchOn() {
    if ((await Notification.requestPermission()) !== "granted") return;
    const registration = await navigator.serviceWorker.ready;
    const subscription = await registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: this.card.dataset.key ?? "",
    });
    const { endpoint = "", keys = {} } = subscription.toJSON();
    const fields = { endpoint, p256dh: keys.p256dh ?? "", auth: keys.auth ?? "" };
    const answer = await this.send("urlSubscribe", fields);
    if (!answer.ok) {
      await subscription.unsubscribe();
      return;
    }
    window.location.reload(); // the list of devices has one more
  }

  async switchOff() {
    const subscription = this.subscription;
    if (!subscription) return;
    const { ok } = await this.send("urlUnsubscribe", { endpoint: subscription.endpoint });
    if (!ok) return;
    await subscription.unsubscribe();
    window.location.reload();
  }

  async tryOut() {
    if (!this.subscription) return;
    this.trial.disabled = true;
    const { ok } = await this.send("urlTest", { endpoint: this.subscription.endpoint });
    if (ok) this.say(this.card.dataset.sent ?? "");
    this.trial.disabled = false;
  }

  /**
   * @param {"urlSubscribe" | "urlUnsubscribe" | "urlTest"} place
   * @param {Record<string, string>} fields
   */
  async send(place, fields) {
    const token = document.querySelector("[name=csrfmiddlewaretoken]")?.getAttribute("value");
    const answer = await post(this.card.dataset[place] ?? "", fields, token ?? "");
    if (!answer.ok) this.say(answer.error || (this.card.dataset.failed ?? ""));
    return answer;
  }

  /** @param {string} sentence */
  say(sentence) {
    const place = this.card.querySelector("output");
    if (place) place.textContent = sentence;
  }
}
