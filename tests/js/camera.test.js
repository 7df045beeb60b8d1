import assert from "node:assert/strict";
import { test } from "node:test";

import {
  around,
  edgePan,
  FIT,
  fingerZoom,
  isFit,
  keepInSight,
  MAX_ZOOM,
  MIN_ZOOM,
  panBy,
  zoomAt,
} from "../../games/static/games/js/camera.js";

const FRAME = { width: 400, height: 300 };

/**
 * Where a point of the plane, in px at zoom 1 from its middle, is seen.
 *
 * @param {import("../../games/static/games/js/camera.js").Camera} camera
 * @param {number} x
 */
const seenAt = (camera, x) => camera.x + x * camera.zoom;

test("what lies under the pointer stays there while one zooms", () => {
  const shifted = { zoom: 1.2, x: 30, y: -10 };
  const point = { x: 90, y: 60 };
  const on = (point.x - shifted.x) / shifted.zoom;
  for (const factor of [0.8, 1.25, 2]) {
    const zoomed = zoomAt(shifted, factor, point);
    assert.ok(Math.abs(seenAt(zoomed, on) - point.x) < 1e-9, `factor ${factor}`);
  }
});

test("zoom stays between 0.6 and 3", () => {
  assert.equal(zoomAt(FIT, 100, { x: 0, y: 0 }).zoom, MAX_ZOOM);
  assert.equal(zoomAt(FIT, 0.01, { x: 0, y: 0 }).zoom, MIN_ZOOM);
});

test("the board cannot be pushed out of sight", () => {
  const plane = { width: 380, height: 280 };
  const far = keepInSight(panBy(FIT, 5000, -5000), plane, FRAME);
  assert.ok(far.x < (plane.width + FRAME.width) / 2);
  assert.ok(far.y > -(plane.height + FRAME.height) / 2);
  assert.deepEqual(keepInSight(panBy(FIT, 5, 5), plane, FRAME), { zoom: 1, x: 5, y: 5 });
});

test("a double tap makes small cells a finger wide, and fits when they are big enough", () => {
  const near = fingerZoom(FIT, 11, { x: 10, y: 10 });
  assert.equal(near?.zoom, 4, "a very big board may be zoomed beyond three");
  assert.equal(fingerZoom(FIT, 30, { x: 0, y: 0 }), null);
  assert.ok(isFit(FIT) && !isFit(panBy(FIT, 1, 0)));
});

test("a tile held near the frame moves the board towards what is hidden there", () => {
  assert.deepEqual(edgePan({ x: 200, y: 150 }, FRAME), { x: 0, y: 0 });
  assert.ok(edgePan({ x: 5, y: 150 }, FRAME).x > 0);
  assert.ok(edgePan({ x: 395, y: 150 }, FRAME).x < 0);
  assert.ok(edgePan({ x: 200, y: 299 }, FRAME).y < edgePan({ x: 200, y: 280 }, FRAME).y);
  assert.deepEqual(edgePan({ x: -5, y: 350 }, FRAME), { x: 0, y: 0 }, "outside it rests");
});

test("a part of the plane fills the frame, in its middle", () => {
  const whole = { x: 0, y: 0, cols: 16, rows: 16 };
  const part = { x: 8, y: 10, cols: 5, rows: 4 };
  const camera = around(part, whole, 15, FRAME);
  const middle = (8 + 2.5 - 8) * 15;
  assert.ok(Math.abs(seenAt(camera, middle)) < 1e-9);
  const size = { width: 5 * 15 * camera.zoom, height: 4 * 15 * camera.zoom };
  assert.ok(size.width <= FRAME.width && size.height <= FRAME.height);
  assert.ok(camera.zoom === MAX_ZOOM || size.height > FRAME.height - 2 * 15 * camera.zoom);
});

test("a part that is as big as the plane is never shown smaller than the plane", () => {
  const whole = { x: 0, y: 0, cols: 16, rows: 16 };
  assert.equal(around(whole, whole, 40, FRAME).zoom, 1);
});
