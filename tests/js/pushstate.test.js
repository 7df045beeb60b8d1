import assert from "node:assert/strict";
import { test } from "node:test";
import { isAppleHandheld, pushState } from "../../games/static/games/js/pushstate.js";

const DEVICE = {
  canPush: true,
  isApple: false,
  isInstalled: false,
  permission: "default",
  isSubscribed: false,
};

test("the card says what this device can do, and what stands in the way", () => {
  const states = [
    pushState(DEVICE),
    pushState({ ...DEVICE, permission: "granted", isSubscribed: true }),
    pushState({ ...DEVICE, permission: "denied", isSubscribed: true }),
    pushState({ ...DEVICE, canPush: false }),
    pushState({ ...DEVICE, canPush: false, isApple: true }),
    pushState({ ...DEVICE, isApple: true, isInstalled: true }),
  ];
  assert.deepEqual(states, ["off", "on", "blocked", "unsupported", "install", "off"]);
});

test("an iPad that calls itself a Mac is known by its touch screen", () => {
  const mac = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15";
  assert.equal(isAppleHandheld(mac, 5), true);
  assert.equal(isAppleHandheld(mac, 0), false);
  assert.equal(isAppleHandheld("Mozilla/5.0 (iPhone; CPU iPhone OS 19_0)", 5), true);
});
