import assert from "node:assert/strict";
import { test } from "node:test";

import {
  arrange,
  fresh,
  moveTo,
  rackOf,
  shuffle,
  sort,
  tilesOf,
} from "../../games/static/games/js/rack.js";

const HAND = ["RS", "OC", "RS", "BE", "YX", "RC"];

test("a tile that stays keeps its place, new ones fill the gaps", () => {
  const order = ["YX", "RS", "RC", "OC", "RS", "BE"];
  const hand = ["RS", "RC", "BE", "GL", "PD", "OC"];
  const rack = arrange(order, hand);
  assert.deepEqual(tilesOf(rack, hand), ["GL", "RS", "RC", "OC", "PD", "BE"]);
  assert.deepEqual(fresh(order, hand), [3, 4]);
});

test("an order that is not ours costs no tile", () => {
  for (const order of [[], ["XX", "", "RS"], [...HAND, "RS", "RS"]]) {
    const rack = arrange(order, HAND);
    assert.deepEqual(rack.toSorted(), [0, 1, 2, 3, 4, 5]);
  }
  assert.deepEqual(arrange(["", "", "RC"], ["RC"]), [-1, -1, 0, -1, -1, -1]);
});

test("a tile moves to a place, and those between make room", () => {
  const rack = rackOf(HAND);
  assert.deepEqual(moveTo(rack, 0, 3), [1, 2, 3, 0, 4, 5]);
  assert.deepEqual(moveTo(rack, 5, 0), [5, 0, 1, 2, 3, 4]);
  assert.equal(moveTo(rack, 2, 2), rack);
  assert.equal(moveTo(rack, 2, 6), rack);
  assert.equal(moveTo(rack, 9, 1), rack);
});

test("shuffling always changes the order when another one exists", () => {
  let seed = 1;
  const random = () => {
    seed = (seed * 16807) % 2147483647;
    return seed / 2147483647;
  };
  for (let times = 0; times < 200; times += 1) {
    const rack = shuffle(rackOf(["RS", "RS", "OC"]), ["RS", "RS", "OC"], random);
    assert.deepEqual(rack.slice(0, 3).toSorted(), [0, 1, 2]);
    assert.notEqual(tilesOf(rack, ["RS", "RS", "OC"]).join(), "RS,RS,OC,,,");
  }
  const same = rackOf(["RS", "RS"]);
  assert.equal(shuffle(same, ["RS", "RS"], random), same);
});

test("sorting goes by colour, and sorted by colour it goes by shape", () => {
  const first = sort(rackOf(HAND), HAND);
  assert.equal(first.by, "colour");
  assert.deepEqual(tilesOf(first.rack, HAND), ["RC", "RS", "RS", "OC", "YX", "BE"]);
  const second = sort(first.rack, HAND);
  assert.equal(second.by, "shape");
  assert.deepEqual(tilesOf(second.rack, HAND), ["RC", "OC", "RS", "RS", "YX", "BE"]);
  assert.equal(sort(second.rack, HAND).by, "colour");
});

test("a hand of more than six has a place for each tile", () => {
  const hand = ["RS", "RC", "RD", "GS", "GC", "GD", "BS", "BC"];
  assert.deepEqual(rackOf(hand), [0, 1, 2, 3, 4, 5, 6, 7]);
  const order = ["BS", "", "", "", "", ""];
  const rack = arrange(order, hand);
  assert.equal(rack.length, 8);
  assert.equal(rack[0], 6);
  assert.deepEqual([...rack].sort(), [0, 1, 2, 3, 4, 5, 6, 7]);
});
