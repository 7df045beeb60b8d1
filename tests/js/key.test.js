import assert from "node:assert/strict";
import { test } from "node:test";
import { freshKey } from "../../games/static/games/js/key.js";

test("a key has the form that the server takes", () => {
  assert.match(freshKey(), /^[0-9a-f]{32}$/);
});

test("no key comes twice", () => {
  const keys = new Set(Array.from({ length: 1000 }, freshKey));
  assert.equal(keys.size, 1000);
});
