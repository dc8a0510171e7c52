// The choice between the builds of the table.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { Clock, load } from "./stage.mjs";

const clock = new Clock();
clock.install();
const kept = new Map();
globalThis.sessionStorage = {
  getItem: (key) => kept.get(key) ?? null,
  setItem: (key, value) => kept.set(key, value),
  removeItem: (key) => kept.delete(key),
};
const lasting = new Map();
globalThis.localStorage = { getItem: (key) => lasting.get(key) ?? null, setItem: (key, value) => lasting.set(key, value) };
const { avoidWebGpu, chooseBuild, reloadWithWebGl } = await load("graphics.js");

let webgl;
document.createElement = () => ({ getContext: () => webgl });

// A browser with this adapter.
function browser(adapter) {
  Object.defineProperty(globalThis, "navigator", { value: { gpu: { requestAdapter: async () => adapter } }, configurable: true });
}

// An adapter. `work` gets a function that loses its device.
function adapter({ software = false, work = async () => {} } = {}) {
  let lose;
  const lost = new Promise((resolve) => {
    lose = resolve;
  });
  const device = { lost, destroy() {}, createCommandEncoder: () => ({ finish() {} }), queue: { submit() {}, onSubmittedWorkDone: () => work(lose) } };
  return { info: { isFallbackAdapter: software }, requestDevice: async () => device };
}

// The name of the chosen build.
async function chosen(requested) {
  const choice = chooseBuild(requested);
  await clock.pass(11_000);
  return (await choice)?.name ?? null;
}

beforeEach(() => {
  kept.clear();
  lasting.clear();
  webgl = {};
});

test("WebGPU is used if a graphics card offers it", async () => {
  browser(adapter());
  assert.equal(await chosen(), "webgpu");
  assert.equal(await chosen("webgl2"), "webgl2");
});

test("WebGPU in software is used on request", async () => {
  browser(adapter({ software: true }));
  assert.equal(await chosen(), "webgl2");
  assert.equal(await chosen("webgpu"), "webgpu");
});

test("without a working WebGPU device, WebGL 2 is used", async () => {
  const refused = { ...adapter(), requestDevice: () => Promise.reject(new Error("no memory")) };
  const silent = { ...adapter(), requestDevice: () => new Promise(() => {}) };
  for (const missing of [null, refused, silent, adapter({ work: async (lose) => lose({}) })]) {
    browser(missing);
    assert.equal(await chosen("webgpu"), "webgl2");
  }
  Object.defineProperty(globalThis, "navigator", { value: {}, configurable: true });
  assert.equal(await chosen(), "webgl2");
  webgl = null;
  assert.equal(await chosen(), null);
});

test("once WebGPU has failed, the tab uses WebGL 2, and so do later tabs unless asked", async () => {
  browser(adapter());
  avoidWebGpu();
  assert.equal(await chosen("webgpu"), "webgl2");
  // Another tab.
  kept.clear();
  assert.equal(await chosen(), "webgl2");
  assert.equal(await chosen("webgpu"), "webgpu");
});

test("without storage, the address remembers that WebGPU has failed", () => {
  const went = [];
  globalThis.location = { href: "https://play.example/?game=fluky#seed=7", reload: () => went.push("reload"), replace: (to) => went.push(String(to)) };
  avoidWebGpu();
  reloadWithWebGl();
  const { sessionStorage } = globalThis;
  delete globalThis.sessionStorage;
  kept.clear();
  avoidWebGpu();
  reloadWithWebGl();
  globalThis.sessionStorage = sessionStorage;
  assert.deepEqual(went, ["reload", "https://play.example/?game=fluky&graphics=webgl2#seed=7"]);
});
