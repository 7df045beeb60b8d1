import assert from "node:assert/strict";
import { test } from "node:test";

import { nextButtons, wish } from "../../games/static/games/js/standingform.js";
import { emptyPlan, lay, select } from "../../games/static/games/js/tentative.js";

const laid = lay(select(emptyPlan(["RS", "BC"]), 0), 2, -1);
const preview = { score: 7, bonus: 0, lines: [], playable: true, legal: {} };
const waits = { isYourTurn: false };

test("what lies while another is to move can be stored, with its points", () => {
  assert.deepEqual(wish({ plan: laid, preview, facts: waits }), { move: "play RS@2,-1", least: 7 });
});

test("nothing can be stored on one's own turn, without an answer, or with a power", () => {
  const nothing = { move: "", least: 0 };
  assert.deepEqual(wish({ plan: laid, preview, facts: { isYourTurn: true } }), nothing);
  assert.deepEqual(wish({ plan: laid, preview: null, facts: waits }), nothing);
  const refused = { ...preview, playable: false };
  assert.deepEqual(wish({ plan: laid, preview: refused, facts: waits }), nothing);
  assert.deepEqual(wish({ plan: { ...laid, power: "singles" }, preview, facts: waits }), nothing);
});

test("the focus follows a choice that was moved, and stays in the list after one was removed", () => {
  assert.deepEqual(nextButtons("up-2"), ["up-1", "down-1"]);
  assert.deepEqual(nextButtons("down-0"), ["down-1", "up-1"]);
  assert.deepEqual(nextButtons("remove-1"), ["remove-1", "remove-0", "add"]);
  assert.deepEqual(nextButtons("add"), ["add", "add"]);
});
