import assert from "node:assert/strict";
import { test } from "node:test";

import {
  cellAt,
  isDouble,
  isTravel,
  nearestCell,
  pinch,
} from "../../games/static/games/js/gesture.js";

const GRID = { left: 100, top: 50, cell: 40, ox: -2, oy: -1 };

test("a press that hardly moves is a click however long it lasts", () => {
  assert.equal(isTravel({ x: 0, y: 0 }, { x: 4, y: 4 }), false);
  assert.equal(isTravel({ x: 0, y: 0 }, { x: 0, y: 6 }), true);
});

test("two clicks are a double click when they come soon and close", () => {
  const first = { x: 10, y: 10, at: 1000 };
  assert.equal(isDouble(first, { x: 14, y: 8, at: 1250 }), true);
  assert.equal(isDouble(first, { x: 14, y: 8, at: 1400 }), false);
  assert.equal(isDouble(first, { x: 80, y: 8, at: 1100 }), false);
  assert.equal(isDouble(null, first), false);
});

test("a point of the window is in one cell", () => {
  assert.equal(cellAt({ x: 101, y: 51 }, GRID), "-2,-1");
  assert.equal(cellAt({ x: 99, y: 130 }, GRID), "-3,1");
});

test("a dragged tile finds the nearest legal cell within three quarters of a cell", () => {
  const cells = ["0,0", "1,0", "5,5"];
  const middle = { x: 100 + 2.5 * 40, y: 50 + 1.5 * 40 }; // of 0,0
  assert.equal(nearestCell(middle, GRID, cells), "0,0");
  assert.equal(nearestCell({ x: middle.x + 21, y: middle.y }, GRID, cells), "1,0");
  assert.equal(nearestCell({ x: middle.x - 29, y: middle.y }, GRID, cells), "0,0");
  assert.equal(nearestCell({ x: middle.x - 31, y: middle.y }, GRID, cells), "");
  assert.equal(nearestCell(middle, GRID, []), "");
});

test("two fingers zoom by how their distance grows, around the middle between them", () => {
  const before = /** @type {const} */ ([
    { x: 0, y: 0 },
    { x: 100, y: 0 },
  ]);
  const now = /** @type {const} */ ([
    { x: 0, y: 20 },
    { x: 200, y: 20 },
  ]);
  assert.deepEqual(pinch(before, now), { factor: 2, middle: { x: 100, y: 20 }, dx: 50, dy: 20 });
});
