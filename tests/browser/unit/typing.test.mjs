// Text input for the table's fields: composed characters, accents, and on-screen keyboards.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { Clock, Element, load, page, settle } from "./stage.mjs";

const clock = new Clock();
clock.install();
const agent = (userAgent) => Object.defineProperty(globalThis, "navigator", { value: { userAgent }, configurable: true });
const { listenForKeys } = await load("keys.js");
const { listenForText } = await load("typing.js");

let canvas;
let composer;
let form;
let fieldHasFocus;
let heard;

beforeEach(() => {
  page.elements.clear();
  page.capturing.length = 0;
  document.activeElement = null;
  canvas = new Element();
  composer = document.getElementById("composer");
  form = document.getElementById("typing");
  form.hidden = true;
  form.elements.text = new Element();
  const keys = listenForKeys(canvas);
  const tell = listenForText(canvas);
  fieldHasFocus = (focus) => {
    keys.onEvent({ event: "typing", focus });
    tell(focus);
  };
  heard = [];
  canvas.addEventListener("keydown", ({ key, ctrlKey, metaKey }) => heard.push(`${ctrlKey ? "Ctrl+" : ""}${metaKey ? "Meta+" : ""}${key}`));
  for (const type of ["focus", "blur"]) {
    canvas.addEventListener(type, () => heard.push(type));
  }
  canvas.focus();
  heard.length = 0;
});

// Presses a key in the page's field. The browser inserts its text unless the event is prevented.
function key(name, values = {}) {
  const event = new KeyboardEvent("keydown", { key: name, cancelable: true, ...values });
  composer.dispatchEvent(event);
  if (!event.defaultPrevented && [...name].length === 1 && !values.isComposing && !values.ctrlKey) {
    input(name);
  }
  composer.dispatchEvent(new KeyboardEvent("keyup", { key: name, ...values }));
  return event.defaultPrevented;
}
function input(text, isComposing = false) {
  composer.value = isComposing ? text : composer.value + text;
  composer.dispatchEvent(Object.assign(new Event("input"), { isComposing }));
}
const touch = (pointerType) => page.capturing.filter(([type]) => type === "pointerdown").forEach(([, handle]) => handle({ isTrusted: true, pointerType, clientX: 3, clientY: 4 }));

test("letters and editing keys arrive in order", () => {
  fieldHasFocus(true);
  assert.equal(document.activeElement, composer);
  key("a");
  key("b");
  assert.ok(key("Backspace"));
  assert.ok(key("Enter"));
  assert.deepEqual(heard, ["a", "b", "Backspace", "Enter"]);
  assert.equal(composer.value, "");
});

test("composed characters arrive when finished", () => {
  fieldHasFocus(true);
  key("Process", { keyCode: 229 });
  composer.dispatchEvent(new Event("compositionstart"));
  assert.ok(composer.classList.has("composing"));
  input("に", true);
  key("Enter", { isComposing: true });
  input("日本", true);
  assert.deepEqual(heard, []);
  composer.dispatchEvent(new Event("compositionend"));
  // Some browsers send the finished text a second time.
  composer.dispatchEvent(Object.assign(new Event("input"), { isComposing: false }));
  assert.deepEqual(heard, ["日", "本"]);
  assert.ok(!composer.classList.has("composing"));
});

test("accents arrive with their letter", () => {
  fieldHasFocus(true);
  key("Dead");
  input("é");
  assert.deepEqual(heard, ["é"]);
});

test("shortcuts of the table and of the browser are distinguished in fields, too", () => {
  fieldHasFocus(true);
  assert.ok(key("a", { ctrlKey: true }));
  assert.ok(!key("r", { ctrlKey: true }));
  assert.deepEqual(heard, ["Ctrl+a"]);
  const paste = new Event("paste", { cancelable: true });
  composer.dispatchEvent(paste);
  assert.ok(paste.defaultPrevented, "the table would receive it twice");
});

test("the table keeps the focus while the page has it", () => {
  fieldHasFocus(true);
  canvas.focus();
  assert.equal(document.activeElement, composer, "a click on the canvas closes the field");
  assert.deepEqual(heard, []);
  composer.dispatchEvent(new FocusEvent("blur"));
  composer.dispatchEvent(new FocusEvent("focus"));
  assert.deepEqual(heard, ["blur", "focus"]);
  fieldHasFocus(false);
  assert.equal(document.activeElement, canvas);
  assert.deepEqual(heard, ["blur", "focus"]);
});

test("text left in the field when it closes is not a command", () => {
  fieldHasFocus(true);
  input("日", true);
  fieldHasFocus(false);
  composer.dispatchEvent(new Event("compositionend"));
  assert.deepEqual(heard, []);
});

test("after a touch, a field with an on-screen keyboard replaces the text", async () => {
  const selecting = {
    "Mozilla/5.0 (Linux; Android 15) Chrome/142.0 Mobile": ["Ctrl+Control", "Ctrl+a"],
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/605.1.15": ["Meta+Meta", "Meta+a"],
  };
  for (const [userAgent, selected] of Object.entries(selecting)) {
    agent(userAgent);
    heard.length = 0;
    touch("touch");
    fieldHasFocus(true);
    assert.equal(form.hidden, false);
    form.elements.text.value = "Nf3";
    form.dispatchEvent(new Event("submit", { cancelable: true }));
    await clock.pass(200);
    await settle();
    assert.equal(form.hidden, true);
    assert.deepEqual(heard.filter((name) => !["focus", "blur"].includes(name)), [...selected, "N", "f", "3", "Enter"]);
    touch("mouse");
    fieldHasFocus(false);
    fieldHasFocus(true);
    assert.equal(document.activeElement, composer);
    fieldHasFocus(false);
  }
});
