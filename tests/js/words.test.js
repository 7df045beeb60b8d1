import assert from "node:assert/strict";
import { test } from "node:test";

import { obey } from "../../games/static/games/js/keys.js";
import * as plans from "../../games/static/games/js/tentative.js";
import { capital, fill, reader } from "../../games/static/games/js/texts.js";
import {
  legalCells,
  placedText,
  selectedText,
  sumLine,
} from "../../games/static/games/js/words.js";

const TEXTS = new Map([
  ["say_places_one", "{tile}, {count} place."],
  ["say_places_other", "{tile}, {count} places."],
  ["placed", "{tile} at {x}, {y}."],
  ["points_one", "{count} point"],
  ["points_other", "{count} points"],
  ["points_lines", "{points} points in {count} lines."],
  ["qwirkle", "Qwirkle."],
  ["choose_place", "Choose a place"],
  ["choose_trade", "Choose tiles to trade"],
  ["still_sending", "Still sending"],
]);
const QWIRKLE = {
  score: 18,
  bonus: 0,
  playable: true,
  legal: { RC: { "2,2": 20 } },
  lines: [
    { cells: [], points: 12, qwirkle: true },
    { cells: [], points: 4, qwirkle: false },
    { cells: [], points: 2, qwirkle: false },
  ],
};

/**
 * @param {Partial<import("../../games/static/games/js/words.js").Mind>} changes
 * @returns {import("../../games/static/games/js/words.js").Mind}
 */
function mind(changes) {
  return {
    plan: plans.emptyPlan(["RS", "RC"]),
    preview: null,
    facts: { isYourTurn: true, legal: { RS: { "0,-1": 2, "3,4": 4 }, RC: { "1,1": 3 } } },
    isSlow: false,
    say: reader(TEXTS, "en"),
    nameOf: (tile) => (tile === "RS" ? "red square" : "red circle"),
    ...changes,
  };
}

test("braces are filled, and unknown ones are left as they are", () => {
  assert.equal(fill("{a} of {b}", { a: 1 }), "1 of {b}");
});

test("a count chooses the form of the sentence, an unknown key shows itself", () => {
  const say = reader(TEXTS, "en");
  assert.equal(say("say_places", { tile: "X", count: 1 }), "X, 1 place.");
  assert.equal(say("say_places", { tile: "X", count: 0 }), "X, 0 places.");
  assert.equal(say("nothing_here"), "nothing_here");
});

test("a sentence begins with a capital", () => {
  assert.equal(capital("orange sparkle"), "Orange sparkle");
  assert.equal(capital(""), "");
});

test("legal cells come with the page until tiles lie, then from the server's preview", () => {
  const plan = plans.select(plans.emptyPlan(["RS", "RC"]), 0);
  assert.deepEqual(legalCells(mind({ plan })), ["0,-1", "3,4"]);
  const next = plans.select(plans.lay(plan, 3, 4), 1);
  assert.deepEqual(legalCells(mind({ plan: next })), []);
  assert.deepEqual(legalCells(mind({ plan: next, preview: QWIRKLE })), ["2,2"]);
});

test("a selected tile is read with its places", () => {
  const plan = plans.select(plans.emptyPlan(["RS", "RC"]), 0);
  assert.equal(selectedText(mind({ plan })), "Red square, 2 places.");
});

test("a placed tile is read with its cell, its points and its Qwirkle", () => {
  const plan = plans.lay(plans.select(plans.emptyPlan(["RS"]), 0), 3, -4);
  const text = placedText(mind({ plan, preview: QWIRKLE }));
  assert.equal(text, "Red square at 3, −4. Qwirkle. 18 points in 3 lines.");
});

test("tiles that cannot be played yet say why", () => {
  const plan = plans.lay(plans.select(plans.emptyPlan(["RS"]), 0), 0, 0);
  const preview = { ...QWIRKLE, playable: false, error: "Lay 3 tiles." };
  assert.equal(sumLine(mind({ plan, preview })), "Lay 3 tiles.");
  assert.equal(placedText(mind({ plan, preview })), "Red square at 0, 0. Lay 3 tiles.");
});

test("the line under the turn follows the plan", () => {
  const empty = plans.emptyPlan(["RS", "RC"]);
  const selected = plans.select(empty, 0);
  assert.equal(sumLine(mind({})), "");
  assert.equal(sumLine(mind({ plan: selected })), "Choose a place");
  assert.equal(sumLine(mind({ plan: plans.toggleTradeMode(empty) })), "Choose tiles to trade");
  const plan = plans.lay(selected, 0, 0);
  assert.equal(sumLine(mind({ plan, preview: QWIRKLE })), "12 + 4 + 2 = 18");
  const single = { ...QWIRKLE, score: 3, lines: QWIRKLE.lines.slice(1, 2) };
  assert.equal(sumLine(mind({ plan, preview: single })), "3 points");
  assert.equal(placedText(mind({ plan, preview: single })), "Red square at 0, 0. 3 points.");
  assert.equal(sumLine(mind({ plan, isSlow: true })), "Still sending");
});

test("keys do what the list of keys says, and others nothing", () => {
  const { done, commands } = recorder();
  const keys = ["1", "6", "Backspace", "z", "Escape", "t", "P", "l", "s", "m", "b", "n", "w", "?"];
  for (const key of [...keys, "+", "-", "0", ",", ".", "Home", "End"]) {
    assert.equal(obey({ key, shiftKey: false }, commands), true, key);
  }
  for (const key of ["L", "S"]) assert.equal(obey({ key, shiftKey: true }, commands), true);
  for (const key of ["0x", "Tab", "x", "ArrowUp"]) {
    assert.equal(obey({ key, shiftKey: false }, commands), false, key);
  }
  assert.equal(
    done.join(" "),
    "pick0 pick5 undo undo escape trade focusPlay nextLegal1 shuffle openmoves openbag nextGame " +
      "powers help zoomin zoomout zoomfit replayprev replaynext replayfirst replaylast nextLegal-1 sort",
  );
});

test("somebody who has switched letters off keeps the named keys only", () => {
  const { done, commands } = recorder();
  for (const key of ["1", "z", "?", "+", "t"]) {
    assert.equal(obey({ key, shiftKey: false }, commands, false), false, key);
  }
  assert.equal(obey({ key: "Escape", shiftKey: false }, commands, false), true);
  assert.equal(obey({ key: "Backspace", shiftKey: false }, commands, false), true);
  assert.deepEqual(done, ["escape", "undo"]);
});

/**
 * Commands that write down how they were called.
 *
 * @returns {{done: string[], commands: import("../../games/static/games/js/keys.js").Commands}}
 */
function recorder() {
  /** @type {string[]} */
  const done = [];
  /** @type {any} */
  const commands = new Proxy(
    {},
    {
      get:
        (_, name) =>
        (/** @type {unknown} */ value = "") =>
          done.push(`${String(name)}${value}`),
    },
  );
  return { done, commands };
}
