import assert from "node:assert/strict";
import { test } from "node:test";

import * as plans from "../../games/static/games/js/tentative.js";

const HAND = ["RS", "RC", "BS", "RS", "GD", "YX"];

/**
 * @param {import("../../games/static/games/js/tentative.js").Plan} plan
 * @param {number} slot
 * @param {number} x
 * @param {number} y
 */
function lay(plan, slot, x, y) {
  return plans.lay(plans.select(plan, slot), x, y);
}

test("a tile selected twice is let go", () => {
  const once = plans.select(plans.emptyPlan(HAND), 2);
  assert.equal(once.selected, 2);
  assert.equal(plans.select(once, 2).selected, null);
});

test("a tile that lies on the board cannot be selected", () => {
  const plan = lay(plans.emptyPlan(HAND), 0, 0, 0);
  assert.equal(plans.select(plan, 0), plan);
});

test("an empty slot cannot be selected", () => {
  const plan = plans.emptyPlan(["RS"]);
  assert.equal(plans.select(plan, 3), plan);
});

test("nothing is laid while no tile is selected", () => {
  const plan = plans.emptyPlan(HAND);
  assert.equal(plans.lay(plan, 0, 0), plan);
});

test("laying a tile lets go of it", () => {
  const plan = lay(plans.emptyPlan(HAND), 1, 2, -3);
  assert.equal(plan.selected, null);
  assert.deepEqual(plan.laid, [{ slot: 1, tile: "RC", x: 2, y: -3 }]);
});

test("undo takes back the last tile only", () => {
  const plan = lay(lay(plans.emptyPlan(HAND), 0, 0, 0), 1, 1, 0);
  assert.deepEqual(
    plans.undo(plan).laid.map((one) => one.slot),
    [0],
  );
});

test("a tile is taken back by its cell, in any order", () => {
  const plan = lay(lay(plans.emptyPlan(HAND), 0, 0, 0), 1, 1, 0);
  assert.deepEqual(
    plans.takeBack(plan, 0, 0).laid.map((one) => one.slot),
    [1],
  );
});

test("the move is written in the notation, in the order of laying", () => {
  const plan = lay(lay(plans.emptyPlan(HAND), 3, -1, 0), 1, 0, 0);
  assert.equal(plans.moveText(plan), "play RS@-1,0 RC@0,0");
  assert.equal(plans.tilesText(plan), "RS@-1,0 RC@0,0");
});

test("there is no move to send while nothing lies and nothing is picked", () => {
  assert.equal(plans.moveText(plans.emptyPlan(HAND)), "");
  assert.equal(plans.moveText(plans.toggleTradeMode(plans.emptyPlan(HAND))), "");
});

test("trade mode brings tiles back and names the picked ones", () => {
  let plan = plans.toggleTradeMode(lay(plans.emptyPlan(HAND), 0, 0, 0));
  assert.deepEqual(plan.laid, []);
  plan = plans.toggleTradeTile(plans.toggleTradeTile(plan, 5, 6), 0, 6);
  assert.equal(plans.moveText(plan), "trade YX RS");
  assert.deepEqual(plans.toggleTradeTile(plan, 5, 6).trade, [0]);
  assert.equal(plans.toggleTradeMode(plan).trade, null);
});

test("no more tiles can be picked for a trade than the bag holds", () => {
  const plan = plans.toggleTradeTile(plans.toggleTradeMode(plans.emptyPlan(HAND)), 0, 1);
  assert.equal(plans.toggleTradeTile(plan, 1, 1), plan);
});

test("tiles stay on the board when the table changes elsewhere", () => {
  const plan = lay(lay(plans.emptyPlan(HAND), 0, 4, 4), 2, 4, 5);
  const after = plans.carryOver(plan, HAND, new Set(["0,0"]));
  assert.deepEqual(after.laid, plan.laid);
});

test("a tile comes back when somebody took its cell", () => {
  const plan = lay(lay(plans.emptyPlan(HAND), 0, 4, 4), 2, 4, 5);
  const after = plans.carryOver(plan, HAND, new Set(["4,5"]));
  assert.deepEqual(
    after.laid.map((one) => one.tile),
    ["RS"],
  );
});

test("a laid tile finds its new slot when the hand has another order", () => {
  const plan = lay(plans.emptyPlan(["RS", "RC"]), 0, 1, 1);
  const after = plans.carryOver(plan, ["RC", "RS"], new Set());
  assert.deepEqual(after.laid, [{ slot: 1, tile: "RS", x: 1, y: 1 }]);
});

test("two like tiles never end on one slot", () => {
  const plan = lay(lay(plans.emptyPlan(HAND), 0, 0, 0), 3, 0, 1);
  const after = plans.carryOver(plan, ["RS", "GD"], new Set());
  assert.deepEqual(
    after.laid.map((one) => one.slot),
    [0],
  );
});

test("a selection survives only on the same tile", () => {
  const plan = plans.select(plans.emptyPlan(HAND), 1);
  assert.equal(plans.carryOver(plan, HAND, new Set()).selected, 1);
  assert.equal(plans.carryOver(plan, ["RS", "BS"], new Set()).selected, null);
});

test("drawn tiles are those that the rest of the hand does not explain", () => {
  assert.deepEqual(plans.drawn(["RS", "RS", "BC"], ["RS"], ["RS", "BC", "RS"]), ["RS"]);
  assert.deepEqual(plans.drawn(["RS", "BC"], ["RS", "BC"], ["GD"]), ["GD"]);
  assert.deepEqual(plans.drawn(["RS", "BC"], [], ["BC", "RS"]), []);
});

test("a tile put where another lies takes its cell, and that one goes where the first came from", () => {
  const hand = ["RS", "OC", "YX"];
  const first = plans.lay(plans.select(plans.emptyPlan(hand), 0), 0, 0);
  const both = plans.lay(plans.select(first, 1), 1, 0);
  const [red, orange] = both.laid;
  assert.ok(red && orange);
  const held = plans.pickUp(both, red);
  assert.equal(held.selected, 0);
  assert.equal(plans.tilesText(plans.swap(held, 0, orange, red)), "OC@0,0 RS@1,0");
  const fromRack = plans.swap({ ...both, selected: 2 }, 2, orange, null);
  assert.equal(plans.tilesText(fromRack), "RS@0,0 YX@1,0");
  assert.equal(plans.isLaid(fromRack, 1), false);
});

test("kept tiles come back as far as they are in the hand and their cells are free", () => {
  const kept = [
    { tile: "OC", x: 1, y: 0 },
    { tile: "OC", x: 2, y: 0 },
    { tile: "RS", x: 9, y: 9 },
  ];
  const plan = plans.restore(plans.emptyPlan(["RS", "OC"]), kept, new Set(["9,9"]));
  assert.equal(plans.tilesText(plan), "OC@1,0");
});

test("single tiles are written in the order in which they were laid", () => {
  let plan = plans.arm(plans.emptyPlan(HAND), "singles");
  plan = lay(lay(plan, 1, 4, 4), 0, 0, 2);
  assert.equal(plans.moveText(plan), "use singles RC@4,4 RS@0,2");
});

test("while a tile of the board is to be chosen, none of the rack can be", () => {
  const plan = plans.arm(plans.emptyPlan(HAND), "take");
  assert.equal(plans.select(plan, 0), plan);
  assert.equal(plans.moveText(plan), "");
  const chosen = plans.chooseTaken(plan, "3,-1");
  assert.equal(plans.moveText(chosen), "use take 3,-1");
  assert.equal(plans.chooseTaken(chosen, "3,-1").taken, "");
});

test("a power put away takes the tiles back with it", () => {
  const plan = lay(plans.arm(plans.emptyPlan(HAND), "singles"), 0, 1, 1);
  const away = plans.arm(plan, "singles");
  assert.deepEqual([away.power, away.laid], ["", []]);
  assert.equal(plans.toggleTradeMode(plan).power, "");
});
