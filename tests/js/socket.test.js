import assert from "node:assert/strict";
import { test } from "node:test";

import { pollDelay, troubleOf } from "../../games/static/games/js/live.js";
import { hear, waitAfter, waitBefore } from "../../games/static/games/js/socket.js";

/** Collects what a listener hears. */
function collector() {
  /** @type {unknown[]} */
  const heard = [];
  return {
    heard,
    onVersion: (/** @type {number} */ version) => heard.push(version),
    onLive: (/** @type {boolean} */ live) => heard.push(live),
    onUp: () => {},
    onClock: () => heard.push("clock"),
    onGames: () => heard.push("games"),
    onChat: (/** @type {Record<string, number>} */ newest) => heard.push(newest),
  };
}

test("pages come back after half a second to five seconds, never all at once", () => {
  for (let tries = 0; tries < 12; tries += 1) {
    const [soonest, latest] = [waitBefore(tries, 0), waitBefore(tries, 0.999)];
    assert.equal(soonest, 500);
    assert.ok(latest > soonest && latest <= 5000, `${tries}: ${latest}`);
  }
  assert.ok(waitBefore(5, 0.5) > waitBefore(0, 0.5));
});

test("a page that has too many beside it waits a minute before it asks again", () => {
  assert.equal(waitAfter(4429, 0, 0.5), 60_000);
  assert.equal(waitAfter(1006, 3, 0.5), waitBefore(3, 0.5));
});

test("a greeting tells version and liveness, a step only its version", () => {
  const ear = collector();
  hear('{"type":"hello","version":17,"live":true}', ear);
  hear('{"type":"step","version":18}', ear);
  hear('{"type":"live","live":false}', ear);
  assert.deepEqual(ear.heard, [true, 17, 18, false]);
});

test("a word about the list of games or about the clock is passed on", () => {
  const ear = collector();
  hear('{"type":"games"}', ear);
  hear('{"type":"clock"}', ear);
  assert.deepEqual(ear.heard, ["games", "clock"]);
});

test("a line of chat is told by room and number, in a greeting as well", () => {
  const ear = collector();
  hear('{"type":"chat","chat":{"stands":4}}', ear);
  hear('{"type":"hello","version":2,"chat":{"table":7}}', ear);
  assert.deepEqual(ear.heard, [{ stands: 4 }, { table: 7 }, 2]);
});

test("what is no message of ours is ignored", () => {
  const ear = collector();
  for (const data of ["", "nonsense", "null", "[]", '{"version":"18"}', '{"live":1}']) {
    hear(data, ear);
  }
  assert.deepEqual(ear.heard, []);
});

test("the page looks every few seconds only while nobody tells it news", () => {
  const well = { isUp: true, isLost: false, isLive: true, isReachable: true };
  assert.equal(pollDelay(well), 30000);
  assert.equal(pollDelay({ ...well, isUp: false }), 5000);
  assert.equal(pollDelay({ ...well, isLive: false }), 5000);
  assert.equal(pollDelay({ ...well, isReachable: false }), 5000);
});

test("being offline is worse news than being without live updates", () => {
  const line = { isUp: false, isLost: false, isLive: true, isReachable: false };
  assert.equal(troubleOf(line), "offline");
  assert.equal(troubleOf({ ...line, isReachable: true }), "reconnecting");
  assert.equal(troubleOf({ ...line, isReachable: true, isLost: true }), "not_live");
  assert.equal(troubleOf({ ...line, isReachable: true, isLive: false }), "not_live");
  assert.equal(troubleOf({ isUp: true, isLost: false, isLive: true, isReachable: true }), "");
});
