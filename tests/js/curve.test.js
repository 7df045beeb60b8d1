import assert from "node:assert/strict";
import { test } from "node:test";

import { moved, nearest } from "../../games/static/games/js/curve.js";

/** @type {[number, number, string][]} */
const SPOTS = [
  [0, 0.5, "1 Oct, 1500"],
  [0.2, 0.4, "9 Oct, 1510"],
  [1, 0.1, "1 Nov, 1560"],
];

test("a pointer reads the nearest game, however unevenly they lie", () => {
  assert.equal(nearest(SPOTS, -1), 0);
  assert.equal(nearest(SPOTS, 0.11), 1);
  assert.equal(nearest(SPOTS, 0.59), 1);
  assert.equal(nearest(SPOTS, 0.61), 2);
});

test("arrows go game by game and stop at the ends", () => {
  assert.equal(moved("ArrowRight", 0, 3), 1);
  assert.equal(moved("ArrowLeft", 0, 3), 0);
  assert.equal(moved("PageUp", 1, 3), 2);
  assert.equal(moved("Home", 2, 3), 0);
  assert.equal(moved("End", 0, 3), 2);
  assert.equal(moved("Enter", 1, 3), null);
});
