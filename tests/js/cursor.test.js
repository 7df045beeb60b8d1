import assert from "node:assert/strict";
import { test } from "node:test";

import { linesOn, neighbours, step } from "../../games/static/games/js/cursor.js";

test("an arrow goes to the nearest cell on that side, straight ahead first", () => {
  const cells = ["0,0", "3,0", "1,1", "0,2", "-1,5"];
  assert.equal(step("0,0", "ArrowRight", cells), "3,0");
  assert.equal(step("0,0", "ArrowDown", cells), "0,2");
  assert.equal(step("0,2", "ArrowDown", cells), "-1,5");
  assert.equal(step("0,0", "ArrowUp", cells), "");
  assert.equal(step("3,0", "ArrowLeft", cells), "0,0");
});

test("every cell can be reached by arrows from every other", () => {
  const tiles = new Set(["0,0", "1,0", "2,0", "2,1", "2,2", "-4,0", "-4,1"]);
  const cells = [...tiles, ...neighbours(tiles)];
  const seen = new Set(["0,0"]);
  for (const cell of seen) {
    for (const arrow of /** @type {const} */ ([
      "ArrowUp",
      "ArrowDown",
      "ArrowLeft",
      "ArrowRight",
    ])) {
      const next = step(cell, arrow, cells);
      if (next) seen.add(next);
    }
  }
  assert.deepEqual([...seen].sort(), [...new Set(cells)].sort());
});

test("an empty board has one cell to begin with", () => {
  assert.deepEqual(neighbours(new Set()), ["0,0"]);
  assert.deepEqual(neighbours(new Set(["0,0"])).sort(), ["-1,0", "0,-1", "0,1", "1,0"]);
});

test("lines are told rows first, in reading order, and single tiles are none", () => {
  const lines = linesOn(new Set(["0,0", "1,0", "1,1", "5,5", "-1,-1", "-2,-1"]));
  assert.deepEqual(
    lines.map(({ isRow, cells }) => [isRow, cells.length, cells[0]]),
    [
      [true, 2, { x: -2, y: -1 }],
      [true, 2, { x: 0, y: 0 }],
      [false, 2, { x: 1, y: 0 }],
    ],
  );
});
