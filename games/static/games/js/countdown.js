/**
 * How the page writes the time that is left. Pure.
 *
 * @typedef {{days: string, long: string, hours: string, minutes: string}} Forms with {days}, {hours}, {minutes}
 */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** From so many hours on, minutes do not matter. */
const LONG = 10;
/** Below this the seconds count, in ms. */
const CLOSE = 10 * MINUTE;

/**
 * @param {number} left in ms; nothing below zero
 * @param {Forms} forms
 * @returns {string} "1 d 4 h", "20 h", "4 h 10 m", "12 min", "9:05"
 */
export function timeText(left, forms) {
  const ms = Math.max(0, left);
  const days = Math.floor(ms / DAY);
  const hours = Math.floor((ms % DAY) / HOUR);
  const minutes = Math.floor((ms % HOUR) / MINUTE);
  const fill = (/** @type {string} */ form) =>
    form
      .replace("{days}", String(days))
      .replace("{hours}", String(hours))
      .replace("{minutes}", String(minutes));
  if (days) return fill(forms.days);
  if (hours >= LONG) return fill(forms.long);
  if (hours) return fill(forms.hours);
  if (ms >= CLOSE) return fill(forms.minutes);
  const seconds = Math.floor((ms % MINUTE) / SECOND);
  return `${minutes}:${String(seconds).padStart(2, "0")}`;
}

/**
 * @param {number} left until the game is lost, in ms
 * @returns {"" | "warn" | "bad"} the last day and the last hour are told apart
 */
export function urgency(left) {
  if (left < HOUR) return "bad";
  return left < DAY ? "warn" : "";
}

/**
 * What the clock counts down to: first to where the bank begins, then to where all is lost.
 *
 * @param {number} now
 * @param {number} bankFrom 0 where there is none
 * @param {number} deadline
 * @returns {number} in ms
 */
export function leftUntil(now, bankFrom, deadline) {
  return (bankFrom > now ? bankFrom : deadline) - now;
}
