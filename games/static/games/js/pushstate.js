/**
 * What can be said about pushes on this device.
 *
 * @typedef {"unsupported" | "install" | "blocked" | "off" | "on"} PushState
 *
 * @typedef {object} Device
 * @property {boolean} canPush the browser has workers, pushes and notifications
 * @property {boolean} isApple iPhone or iPad, where only an app on the home screen gets pushes
 * @property {boolean} isInstalled opened from the home screen
 * @property {string} permission what the browser's user has decided: "default", "granted", "denied"
 * @property {boolean} isSubscribed
 */

/**
 * @param {Device} device
 * @returns {PushState}
 */
export function pushState(device) {
  if (device.isApple && !device.isInstalled) return "install";
  if (!device.canPush) return "unsupported";
  if (device.permission === "denied") return "blocked";
  return device.isSubscribed && device.permission === "granted" ? "on" : "off";
}

/**
 * @param {string} agent what the browser calls itself
 * @param {number} touchPoints an iPad says that it is a Mac, but a Mac has no touch screen
 * @returns {boolean}
 */
export function isAppleHandheld(agent, touchPoints) {
  return /iPhone|iPad|iPod/.test(agent) || (agent.includes("Macintosh") && touchPoints > 1);
}
