import assert from "node:assert/strict";
import { test } from "node:test";

import { KEEP_MS, readDraft } from "../../games/static/games/js/draft.js";

const NOW = 1_800_000_000_000;
const LAID = [{ tile: "RS", x: 1, y: -2 }];

test("unsent tiles are kept for a day, the order of the rack for longer", () => {
  const text = JSON.stringify({ at: NOW, rack: ["RS", "OC"], laid: LAID });
  assert.deepEqual(readDraft(text, NOW + 1000), {
    rack: ["RS", "OC"],
    laid: LAID,
    power: "",
  });
  assert.deepEqual(readDraft(text, NOW + KEEP_MS), {
    rack: ["RS", "OC"],
    laid: [],
    power: "",
  });
});

test("whatever stands in the browser's storage, the table starts", () => {
  const texts = [null, "", "{", "null", "7", "[]", '{"rack":7,"laid":{},"at":"x"}'];
  for (const text of texts)
    assert.deepEqual(readDraft(text, NOW), { rack: [], laid: [], power: "" });
  const odd = JSON.stringify({ at: NOW, rack: [1], laid: [null, 3, { tile: "RS", x: "1", y: 2 }] });
  assert.deepEqual(readDraft(odd, NOW), { rack: ["1"], laid: [], power: "" });
});

test("tiles that lie by the power of single tiles are kept with it", () => {
  const text = JSON.stringify({ at: NOW, rack: [], laid: LAID, power: "singles" });
  assert.equal(readDraft(text, NOW).power, "singles");
  assert.equal(readDraft(text, NOW + KEEP_MS).power, "");
});
