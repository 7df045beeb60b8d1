import assert from "node:assert/strict";
import { test } from "node:test";

import { momentText } from "../../games/static/games/js/moment.js";

const NOW = new Date(2026, 11, 2, 18, 0);

test("today is told by the clock, the last days by their name, what is older by the date", () => {
  assert.equal(momentText(new Date(2026, 11, 2, 9, 12), NOW, "en-GB"), "09:12");
  assert.equal(momentText(new Date(2026, 10, 30, 9, 12), NOW, "en-GB"), "Mon");
  assert.equal(momentText(new Date(2026, 10, 20, 9, 12), NOW, "en-GB"), "20 Nov");
});

test("last night is not today", () => {
  assert.equal(momentText(new Date(2026, 11, 1, 23, 59), NOW, "en-GB"), "Tue");
});
