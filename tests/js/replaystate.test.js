import assert from "node:assert/strict";
import test from "node:test";

import {
  moveOfPath,
  pathOfMove,
  readPly,
  signed,
  startOf,
  stepTo,
  tableAt,
} from "../../games/static/games/js/replaystate.js";

/**
 * @param {string} text number, seat, kind, points, total, bag, hand
 * @param {string} [tiles]
 * @param {string} [cells]
 */
function row(text, tiles = "", cells = "") {
  const [ply, seat, kind, points, total, bag, hand] = text.split(" ");
  const placed = kind === "play" || kind === "singles" ? "yes" : "no";
  return readPly({ ply, seat, kind, points, total, bag, hand, tiles, cells, placed });
}

const PLIES = [
  row("1 1 play 2 2 94 6", "RS RC", "0,0 1,0"),
  row("2 0 trade 0 0 94 6"),
  row("3 1 play 4 6 93 6", "RS", "-1,0"),
  row("4 0 resign 0 0 93 0"),
];

/** @param {number} number */
function at(number) {
  const then = tableAt(PLIES, number, 2);
  assert.ok(then);
  return then;
}

test("a row without tiles has none", () => {
  assert.deepEqual(readPly({ ply: "2", tiles: "", cells: "" }).cells, []);
});

test("only the tiles laid up to a move lie on the table", () => {
  assert.deepEqual([...at(1).cells.keys()], ["0,0", "1,0"]);
  assert.deepEqual([...at(3).cells.keys()], ["0,0", "1,0", "-1,0"]);
});

const TAKEN = [
  row("1 1 play 2 2 94 6", "RS", "4,4"),
  row("2 0 use 0 0 94 7", "RC", "4,5"),
  row("3 0 singles 3 3 93 5", "GC RS", "4,5 9,9"),
  row("4 1 use 0 2 93 7", "RS", "4,4"),
];

test("what was never placed lay there from the start, even if it was taken since", () => {
  const end = new Map([
    ["4,5", "GC"],
    ["9,9", "RS"],
    ["1,6", "PL"],
  ]);
  const start = startOf(TAKEN, end);
  assert.deepEqual(
    [...start],
    [
      ["4,5", "RC"],
      ["1,6", "PL"],
    ],
  );
  const cells = [1, 2, 3, 4].map((number) => tableAt(TAKEN, number, 2, start)?.cells);
  assert.deepEqual(
    cells.map((map) => map?.get("4,5")),
    ["RC", undefined, "GC", "GC"],
  );
  assert.equal(cells[2]?.get("4,4"), "RS");
  assert.deepEqual(cells[3], end);
});

test("the last placement keeps its ring through a trade", () => {
  assert.deepEqual([...at(2).last], ["0,0", "1,0"]);
});

test("a seat that has not moved yet has nothing but six tiles", () => {
  const expected = { score: 0, points: null, hand: 6, hasLeft: false };
  assert.deepEqual(at(1).seats[0], expected);
});

test("a seat has the score, points and hand of its last move", () => {
  const expected = { score: 6, points: 4, hand: 6, hasLeft: false };
  assert.deepEqual(at(3).seats[1], expected);
});

test("who leaves has left from then on, with an empty hand", () => {
  assert.equal(at(3).seats[0]?.hasLeft, false);
  assert.deepEqual(at(4).seats[0], {
    score: 0,
    points: 0,
    hand: 0,
    hasLeft: true,
  });
});

test("unseen are all tiles but those on the table", () => {
  const then = at(3);
  assert.equal(then.unseenCount, 105);
  assert.equal(then.unseen("RS"), 1);
  assert.equal(then.unseen("PL"), 3);
});

test("there is no table before the first move nor after the last", () => {
  assert.equal(tableAt(PLIES, 0, 2), null);
  assert.equal(tableAt(PLIES, 5, 2), null);
  assert.equal(tableAt([], 1, 2), null);
});

test("steps end at both ends of the game", () => {
  assert.equal(stepTo(4, 9, "prev"), 3);
  assert.equal(stepTo(1, 9, "prev"), 1);
  assert.equal(stepTo(9, 9, "next"), 9);
  assert.equal(stepTo(4, 9, "first"), 1);
  assert.equal(stepTo(4, 9, "last"), 9);
});

test("an address names a move of the game", () => {
  assert.equal(moveOfPath("/games/ab3/moves/14/", 52), 14);
  for (const name of [
    "",
    "moves/",
    "moves/53/",
    "moves/0/",
    "moves/-1/",
    "moves/1e1/",
    "moves/14",
  ]) {
    assert.equal(moveOfPath(`/games/ab3/${name}`, 52), null, name);
  }
});

test("what an address says leads to the same move again", () => {
  assert.equal(moveOfPath(pathOfMove("/games/ab3/", 14), 52), 14);
});

test("points have a sign", () => {
  assert.deepEqual([7, 0, -3].map(signed), ["+7", "+0", "−3"]);
});
