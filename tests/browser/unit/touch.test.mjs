// Translation of touches into mouse events.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { Clock, Element, load } from "./stage.mjs";

const clock = new Clock();
clock.install();
const { listenForTouch } = await load("touch.js");

let canvas;
let seen;
let devices;

beforeEach(() => {
  document.activeElement = null;
  canvas = new Element();
  seen = [];
  devices = [];
  // A panel on the right.
  listenForTouch(canvas, { covers: (x) => x >= 200, report: (touch) => devices.push(touch) });
  for (const type of ["pointerdown", "pointerup", "blur", "focus"]) {
    canvas.addEventListener(type, (event) => {
      if (event.pointerType === "mouse") {
        seen.push([type, event.button, event.clientX, event.clientY]);
      } else if (type === "blur" || (type === "focus" && seen.length > 0)) {
        seen.push([type]);
      }
    });
  }
});

async function finger(type, x, y, pointerId = 1) {
  canvas.dispatchEvent(new PointerEvent(type, { pointerId, pointerType: "touch", clientX: x, clientY: y, cancelable: true }));
  await clock.pass(100);
}
// The position of the last release, and whether the table lost the focus before it.
function release() {
  const at = seen.findIndex(([type]) => type === "pointerup");
  return { at: seen[at]?.slice(2), blurred: seen.slice(0, at).some(([type]) => type === "blur") };
}

test("a tap is a click, and a drag is a drag", async () => {
  await finger("pointerdown", 10, 10);
  await finger("pointerup", 10, 10);
  assert.deepEqual(seen, [["pointerdown", 0, 10, 10], ["pointerup", 0, 10, 10]]);
  seen.length = 0;
  await finger("pointerdown", 10, 10);
  await finger("pointermove", 60, 10);
  await finger("pointerup", 90, 10);
  assert.deepEqual(seen, [["pointerdown", 0, 10, 10], ["pointerup", 0, 90, 10]]);
});

test("a drag cancelled by the system puts the piece back", async () => {
  await finger("pointerdown", 10, 10);
  await finger("pointermove", 60, 10);
  await finger("pointercancel", 60, 10);
  const { at, blurred } = release();
  assert.ok(blurred && at[1] < -1000, JSON.stringify(seen));
  assert.deepEqual(seen.at(-1), ["focus"]);
  // The next tap counts again.
  seen.length = 0;
  await finger("pointerdown", 20, 20);
  await finger("pointerup", 20, 20);
  assert.deepEqual(seen.map(([type]) => type), ["pointerdown", "pointerup"]);
});

test("a finger cancelled before any gesture does nothing", async () => {
  await finger("pointerdown", 10, 10);
  await finger("pointercancel", 10, 10);
  await clock.pass(2000);
  assert.deepEqual(seen, []);
});

test("a cancelled finger draws no ring", async () => {
  await finger("pointerdown", 10, 10);
  await clock.pass(1000);
  await finger("pointercancel", 10, 10);
  const { at, blurred } = release();
  assert.ok(blurred && at[1] < -1000, JSON.stringify(seen));
});

for (const held of ["a drag", "a drawing"]) {
  test(`a second finger ends ${held} without effect, and turns the view`, async () => {
    await finger("pointerdown", 10, 10);
    if (held === "a drag") {
      await finger("pointermove", 60, 10);
    } else {
      await clock.pass(1000);
    }
    await finger("pointerdown", 100, 10, 2);
    const { at, blurred } = release();
    assert.ok(blurred && at[1] < -1000, JSON.stringify(seen));
    assert.deepEqual(seen.at(-1).slice(0, 2), ["pointerdown", 1]);
    await finger("pointercancel", 100, 10, 2);
    assert.deepEqual(seen.at(-1).slice(0, 2), ["pointerup", 1]);
  });
}

test("a finger scrolls a panel without pressing its buttons", async () => {
  let distance = 0;
  canvas.addEventListener("wheel", ({ clientX, clientY, deltaY, deltaMode }) => {
    assert.deepEqual([clientX, clientY, deltaMode], [250, 300, 0]);
    distance += deltaY;
  });
  await finger("pointerdown", 250, 300);
  await finger("pointermove", 251, 280);
  await finger("pointermove", 240, 200);
  await finger("pointerdown", 100, 100, 2);
  await finger("pointerup", 100, 100, 2);
  await finger("pointerup", 240, 200);
  assert.deepEqual(seen, []);
  assert.equal(distance, 100);
});

test("a finger scrolls across a panel, and drags on the board", async () => {
  for (const [from, to] of [[[250, 300], [290, 305]], [[50, 300], [50, 250]]]) {
    seen.length = 0;
    await finger("pointerdown", ...from);
    await finger("pointermove", ...to);
    await finger("pointerup", ...to);
    assert.deepEqual(seen, [["pointerdown", 0, ...from], ["pointerup", 0, ...to]]);
  }
});

test("a drag with a late first movement, on a busy machine, does not draw", async () => {
  canvas.dispatchEvent(new PointerEvent("pointerdown", { pointerId: 1, pointerType: "touch", clientX: 10, clientY: 10, cancelable: true }));
  await clock.sleep(700);
  await finger("pointermove", 60, 10);
  await finger("pointerup", 90, 10);
  assert.deepEqual(seen, [["pointerdown", 0, 10, 10], ["pointerup", 0, 90, 10]]);
});

test("the pointing device is reported when it changes", async () => {
  const press = (pointerType) =>
    canvas.dispatchEvent(new PointerEvent("pointerdown", { isTrusted: true, pointerId: 1, pointerType, clientX: 10, clientY: 10, cancelable: true }));
  press("mouse");
  for (const type of ["pointerdown", "pointerup"]) {
    await finger(type, 10, 10);
  }
  // A tap is sent on as a click, which is not the user's.
  press("touch");
  press("touch");
  press("pen");
  assert.deepEqual(devices, [false, true, false]);
});
