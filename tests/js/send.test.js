import assert from "node:assert/strict";
import { test } from "node:test";

import { readAnswer } from "../../games/static/games/js/api.js";
import { Courier } from "../../games/static/games/js/courier.js";
import { sendOnce } from "../../games/static/games/js/send.js";

const SHORT = { slow: 1, silent: 5 };

test("an answer in time is the answer, and nobody is told that it is slow", async () => {
  const answer = await sendOnce(
    async () => readAnswer(200, { ok: true, version: 3 }),
    () => assert.fail("it was not slow"),
  );
  assert.equal(answer.ok, true);
  assert.equal(answer.body.version, 3);
});

test("no answer: first a word, then an end, and the request is dropped", async () => {
  let words = 0;
  /** @type {AbortSignal | undefined} */
  let held;
  const answer = await sendOnce(
    (signal) => {
      held = signal;
      return new Promise(() => {});
    },
    () => {
      words += 1;
    },
    SHORT,
  );
  assert.equal(words, 1);
  assert.equal(answer.code, "no_answer");
  assert.equal(held?.aborted, true);
});

test("refusals keep the server's code, sentence and cells", () => {
  const body = { ok: false, code: "gap", error: "Leave no gap.", cells: [[1, 2]] };
  const answer = readAnswer(422, body);
  assert.equal(answer.ok, false);
  assert.equal(answer.code, "gap");
  assert.equal(answer.error, "Leave no gap.");
  assert.deepEqual(answer.cells, [[1, 2]]);
});

test("answers that are no JSON get a code by their status", () => {
  assert.equal(readAnswer(0, null).code, "no_answer");
  assert.equal(readAnswer(302, null).code, "signed_out");
  assert.equal(readAnswer(403, null).code, "signed_out");
  assert.equal(readAnswer(429, null).code, "too_fast");
  assert.equal(readAnswer(500, null).code, "failed");
  assert.equal(readAnswer(200, null).code, "failed");
});

test("a move sent again has the same key; a new move has a new one", async (context) => {
  /** @type {string[]} */
  const sent = [];
  context.mock.method(
    globalThis,
    "fetch",
    async (/** @type {any} */ _url, /** @type {any} */ to) => {
      sent.push(String(to.body));
      throw new TypeError("network is down");
    },
  );
  const courier = new Courier(
    () => "token",
    () => {},
  );
  courier.pack("/move", 7, { move: "pass" }, []);
  assert.equal((await courier.send()).code, "no_answer");
  assert.equal((await courier.send()).code, "no_answer");
  courier.pack("/move", 7, { move: "pass" }, []);
  await courier.send();
  assert.equal(sent.length, 3);
  assert.equal(sent[0], sent[1]);
  assert.notEqual(sent[1], sent[2]);
  assert.match(sent[0] ?? "", /^version=7&key=[0-9a-f]{32}&move=pass$/);
});

test("a move that was answered is not kept", async (context) => {
  context.mock.method(globalThis, "fetch", async () => Response.json({ ok: true, version: 8 }));
  const courier = new Courier(
    () => "",
    () => {},
  );
  courier.pack("/move", 7, { move: "pass" }, []);
  assert.equal((await courier.send()).ok, true);
  assert.equal(courier.parcel, null);
  assert.equal(courier.isBusy, false);
});
