import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { check, fullSet } from "../../games/static/games/js/faircheck.js";
import { commitmentOf, keyOf, Stream } from "../../games/static/games/js/stream.js";

// One finished game of each ruleset, as the site exports it.
const RECORDS = readFileSync(new URL("./fair.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));
const DOCUMENT = readFileSync(new URL("../../docs/fairness.md", import.meta.url), "utf8");
const SEED = Array.from({ length: 32 }, (_, byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * @param {(record: any) => void} change
 * @returns {Promise<import("../../games/static/games/js/faircheck.js").Finding>}
 */
function checkChanged(change) {
  const record = structuredClone(RECORDS[0]);
  change(record);
  return check(record);
}

/** @param {string} tile */
const another = (tile) => (tile === "RC" ? "RD" : "RC");

test("commitment and deal are those of the test vector in docs/fairness.md", async () => {
  const hash = /commitment \| `(\w+)`/.exec(DOCUMENT)?.[1];
  assert.equal(await commitmentOf(SEED, "vector", "qwirkle", 1), hash);
  const stream = new Stream(await keyOf(SEED), "vector/-1");
  const tiles = (await stream.shuffled(fullSet())).slice(0, 12).join(" ");
  assert.equal(tiles, /deal \| `([A-Z ]+)`/.exec(DOCUMENT)?.[1]);
});

test("numbers below a limit are in its range and not all alike", async () => {
  const stream = new Stream(await keyOf(SEED), "any");
  const seen = new Set();
  for (let count = 0; count < 60; count += 1) seen.add(await stream.below(6));
  assert.deepEqual([...seen].sort(), [0, 1, 2, 3, 4, 5]);
});

for (const record of RECORDS) {
  test(`every draw of a game of ${record.ruleset} is what the seed says`, async () => {
    const { fault, draws, options } = await check(record);
    assert.equal(fault, null);
    assert.ok(draws > 30);
    assert.equal(options, /boards|cards/.test(record.ruleset) ? "drawn" : "none");
  });

  test(`a changed draw in a game of ${record.ruleset} is found`, async () => {
    const drawing = [...record.moves.keys()].filter((index) => record.moves[index].drew?.length);
    for (const index of [drawing[0], drawing[Math.floor(drawing.length / 2)], drawing.at(-1)]) {
      const changed = structuredClone(record);
      const { drew } = changed.moves[index];
      drew[0] = another(drew[0]);
      const { fault } = await check(changed);
      assert.equal(fault?.what, "draw");
      assert.equal(fault?.number, index + 1);
      assert.ok(fault?.told.startsWith(drew[0]));
    }
  });
}

test("another tile of the giver after an ask is found", async () => {
  const record = structuredClone(RECORDS.find((one) => one.moves.some(gaveSome)));
  const index = record.moves.findIndex(gaveSome);
  record.moves[index].gave_drew[0] = another(record.moves[index].gave_drew[0]);
  assert.equal((await check(record)).fault?.number, index + 1);
});

/** @param {any} move */
function gaveSome(move) {
  return Boolean(move.gave_drew?.length);
}

test("a draw that is kept quiet is found", async () => {
  const { fault } = await checkChanged((record) => {
    delete record.moves[0].drew;
  });
  assert.equal(fault?.what, "draw");
  assert.equal(fault?.told, "");
});

test("another seed does not fit the commitment", async () => {
  const { fault } = await checkChanged((record) => {
    record.fair.seed = SEED;
  });
  assert.equal(fault?.what, "commitment");
});

test("another hand, another opener and another bag are found", async () => {
  const hands = await checkChanged((record) => {
    record.hands[1][0] = another(record.hands[1][0]);
  });
  assert.deepEqual([hands.fault?.what, hands.fault?.number], ["hands", 1]);
  const opener = await checkChanged((record) => {
    record.opener = (record.opener + 1) % record.seats.length;
  });
  assert.equal(opener.fault?.what, "opener");
  const bag = await checkChanged((record) => record.bag.reverse());
  assert.equal(bag.fault?.what, "bag");
});

test("a tile that was laid from no hand is found", async () => {
  const { fault } = await checkChanged((record) => {
    const { seat, move } = record.moves[0];
    const absent = fullSet().find((tile) => !record.hands[seat].includes(tile));
    record.moves[0].move = move.replace(/[A-Z]{2}@/, `${absent}@`);
  });
  assert.deepEqual([fault?.what, fault?.number], ["tiles", 1]);
});

test("boards that somebody chose are said to be chosen", async () => {
  const record = structuredClone(RECORDS.find((one) => one.ruleset === "qwirkle+boards"));
  record.options.boards = record.options.boards === "cccc" ? "ssss" : "cccc";
  assert.equal((await check(record)).options, "chosen");
});
