// Division of the keys between the table and the browser.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { Element, load } from "./stage.mjs";

const { listenForKeys } = await load("keys.js");

let canvas;
let keys;
let reached;

const USED = ["F1", "F2", "F3", "F6", "F5", "F12", "H", "Tab", "Shift+Tab", "Ctrl+Up", "Ctrl+Shift+Up", "Ctrl++", "Ctrl+=", "Ctrl+-", "Ctrl+C", "Ctrl+V", "Ctrl+S", "Ctrl+K"];

beforeEach(() => {
  canvas = new Element();
  keys = listenForKeys(canvas);
  keys.onEvent({ event: "keys", start: ["F1", "H"], table: USED });
  keys.onEvent({ event: "shown", game: "chess" });
  canvas.addEventListener("keydown", () => {
    reached = true;
  });
});

// The owner of a key: the table, the browser, or both.
function whose(key, values = {}) {
  reached = false;
  const event = new KeyboardEvent("keydown", { key, cancelable: true, ...values });
  canvas.dispatchEvent(event);
  if (reached) {
    return event.defaultPrevented ? "table" : "both";
  }
  assert.equal(event.defaultPrevented, false);
  return "browser";
}
const CONTROL = { ctrlKey: true };

test("Tab leaves the table, and moves between its buttons only after Shift+Tab", () => {
  assert.equal(whose("Tab"), "browser");
  assert.equal(whose("Tab", { shiftKey: true }), "table");
  assert.equal(whose("Tab"), "table");
  assert.equal(whose("Escape"), "table");
  assert.equal(whose("Tab"), "browser");
  whose("Tab", { shiftKey: true });
  canvas.dispatchEvent(new PointerEvent("pointerdown"));
  assert.equal(whose("Tab"), "browser");
  keys.onEvent({ event: "typing", focus: true });
  assert.equal(whose("Tab"), "table");
});

test("the browser handles zoom, tabs, windows, searching and tools", () => {
  for (const key of ["+", "=", "-", "0", "r", "t", "w", "n", "f", "p", "l", "i", "j", "u", "d"]) {
    for (const values of [CONTROL, { metaKey: true }, { ...CONTROL, shiftKey: true, key: key.toUpperCase() }]) {
      assert.equal(whose(values.key ?? key, values), "browser", `${key} ${JSON.stringify(values)}`);
    }
  }
  for (const key of ["F5", "F7", "F10", "F11", "F12"]) {
    assert.equal(whose(key), "browser", key);
  }
});

test("keys without Latin letters are named by their position", () => {
  for (const [key, code] of [["к", "KeyR"], ["е", "KeyT"], ["ц", "KeyW"], ["à", "Digit0"], ["ㄐ", "KeyR"]]) {
    assert.equal(whose(key, { code, ...CONTROL }), "browser", key);
  }
  assert.equal(whose("с", { code: "KeyC", ...CONTROL }), "both");
  assert.equal(whose("ы", { code: "KeyS", ...CONTROL }), "table");
});

test("the table handles only keys with commands", () => {
  for (const [key, values] of [["F1"], ["F3"], ["F6"], ["h"], ["ArrowUp"], [" "], ["/"], ["Enter"], ["ArrowUp", CONTROL], ["ArrowUp", { ...CONTROL, shiftKey: true }], ["s", CONTROL], ["K", { ...CONTROL }]]) {
    assert.equal(whose(key, values), "table", key);
  }
  assert.equal(whose("c", CONTROL), "both");
  keys.onEvent({ event: "shown", game: null });
  assert.equal(whose("F3"), "browser");
  assert.equal(whose("F1"), "table");
  assert.equal(whose("s", CONTROL), "browser");
});

test("a text field of the table handles editing keys", () => {
  assert.equal(whose("a", CONTROL), "browser");
  keys.onEvent({ event: "typing", focus: true });
  for (const key of ["a", "z", "Backspace", "ArrowLeft"]) {
    assert.equal(whose(key, CONTROL), "table", key);
  }
  assert.equal(whose("r", CONTROL), "browser");
  // AltGr+Q types a character on a German keyboard.
  assert.notEqual(whose("@", { ...CONTROL, altKey: true, altGraph: true }), "browser");
});

test("held modifier keys reach the table", () => {
  for (const key of ["Control", "Shift", "Alt", "Meta"]) {
    assert.notEqual(whose(key, { ctrlKey: key === "Control", metaKey: key === "Meta", altKey: key === "Alt" }), "browser", key);
  }
});
