import assert from "node:assert/strict";
import { test } from "node:test";

import {
  boxAround,
  chipPlace,
  outline,
  parseCell,
  partInPlay,
  sumText,
  whole,
} from "../../games/static/games/js/geometry.js";

/**
 * @param {[number, number][]} cells
 * @param {number} points
 */
function line(cells, points = cells.length) {
  return { cells, points, qwirkle: points > 6 };
}

test("an empty board shows three by three cells around the first one", () => {
  assert.deepEqual(boxAround([]), { x: -1, y: -1, cols: 3, rows: 3 });
});

test("the box holds every cell, on either side of 0,0", () => {
  const cells = ["-4,2", "3,-1"].map(parseCell);
  assert.deepEqual(boxAround(cells), { x: -4, y: -1, cols: 8, rows: 4 });
});

test("in play are the tiles that touch another one, and a cell around them within the edge", () => {
  const whole = { x: 0, y: 0, cols: 16, rows: 16 };
  const started = ["3,3", "12,12", "0,9"].map(parseCell);
  assert.equal(partInPlay(started, whole), null);
  const played = [...started, ...["1,9", "1,10"].map(parseCell)];
  assert.deepEqual(partInPlay(played, whole), { x: 0, y: 8, cols: 3, rows: 4 });
});

test("a row has its chip to the right of its last tile", () => {
  const place = chipPlace(
    line([
      [2, 5],
      [0, 5],
      [1, 5],
    ]),
  );
  assert.deepEqual(place, { x: 2.88, y: 5 });
});

test("a column has its chip below its last tile", () => {
  const place = chipPlace(
    line([
      [2, 5],
      [2, 6],
    ]),
  );
  assert.deepEqual(place, { x: 2, y: 6.82 });
});

test("the outline covers the line", () => {
  const found = outline(
    line([
      [-1, 0],
      [0, 0],
      [1, 0],
    ]),
  );
  assert.deepEqual(found, { x: -1, y: 0, w: 3, h: 1 });
});

test("the sum names the biggest line first and needs two parts", () => {
  const lines = [line([], 2), line([], 12), line([], 4)];
  assert.equal(sumText(lines, 0, 18), "12 + 4 + 2 = 18");
  assert.equal(sumText([line([], 4)], 0, 4), "4");
  assert.equal(sumText([line([], 4)], 6, 10), "4 + 6 = 10");
  assert.equal(sumText([], 0, 0), "");
});

test("coordinates are written with a real minus sign", () => {
  assert.equal(whole(-3), "−3");
  assert.equal(whole(12), "12");
});
