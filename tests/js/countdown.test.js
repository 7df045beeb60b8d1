import assert from "node:assert/strict";
import { test } from "node:test";

import { leftUntil, timeText, urgency } from "../../games/static/games/js/countdown.js";

const FORMS = {
  days: "{days} d {hours} h",
  long: "{hours} h",
  hours: "{hours} h {minutes} m",
  minutes: "{minutes} min",
};
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

test("the time left is told in two units at most, and in seconds at the end", () => {
  assert.equal(timeText(DAY + 4 * HOUR + 59 * MINUTE, FORMS), "1 d 4 h");
  assert.equal(timeText(20 * HOUR + 59 * MINUTE, FORMS), "20 h");
  assert.equal(timeText(4 * HOUR + 10 * MINUTE, FORMS), "4 h 10 m");
  assert.equal(timeText(12 * MINUTE + 30_000, FORMS), "12 min");
  assert.equal(timeText(9 * MINUTE + 5_000, FORMS), "9:05");
  assert.equal(timeText(-5, FORMS), "0:00");
});

test("the last day and the last hour are told apart", () => {
  assert.deepEqual([2 * DAY, DAY - 1, HOUR - 1].map(urgency), ["", "warn", "bad"]);
});

test("a clock counts down to its bank first, and then to the end", () => {
  assert.equal(leftUntil(100, 150, 400), 50);
  assert.equal(leftUntil(150, 150, 400), 250);
  assert.equal(leftUntil(100, 0, 400), 300);
});
