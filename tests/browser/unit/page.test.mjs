// Workers, notices, and the assembly of the page's files.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

import { Clock, Element, load, settle } from "./stage.mjs";

const clock = new Clock();
clock.install();
const { Workers } = await load("workers.js");
const { SHOWN, makeNotices } = await load("notices.js");

let made = [];
globalThis.Worker = class {
  jobs = [];

  constructor() {
    made.push(this);
  }

  postMessage(job) {
    this.jobs.push(job);
  }

  terminate() {
    this.terminated = true;
  }

  answer(result) {
    this.onmessage({ data: { id: this.jobs.at(-1).id, result } });
  }

  fail(error) {
    this.onmessage({ data: { id: this.jobs.at(-1).id, error } });
  }
};

test("a worker that fails, idle or busy, is replaced", async () => {
  made = [];
  const workers = new Workers("worker.js");
  const first = workers.start("task", []).result;
  made[0].answer("one");
  assert.equal(await first, "one");
  // Idle.
  made[0].onerror?.({ message: "out of memory" });
  const second = workers.start("task", []).result;
  assert.equal(made.length, 2);
  made[1].onerror({ message: "out of memory" });
  await assert.rejects(second, /out of memory/);
  const more = [workers.start("task", []), workers.start("task", []), workers.start("task", [])];
  assert.deepEqual(made.map((worker) => Boolean(worker.terminated)), [true, true, false, false]);
  // A terminated worker counts once, even if it reports twice.
  made[2].onerror({ message: "lost" });
  made[2].onerror?.({ message: "lost" });
  await assert.rejects(more[0].result, /lost/);
  assert.equal(made.length, 5);
  workers.cancel(more[1].id);
  workers.cancel(more[2].id);
  await settle();
  assert.equal(made.length, 5);
});

// For example one that could not load its code.
test("a worker whose job fails is replaced", async () => {
  made = [];
  const workers = new Workers("worker.js");
  const first = workers.start("task", []).result;
  made[0].fail("503");
  await assert.rejects(first, /503/);
  const second = workers.start("task", []).result;
  assert.deepEqual(made.map((worker) => Boolean(worker.terminated)), [true, false]);
  made[1].answer("two");
  assert.equal(await second, "two");
});

test("a notice disappears after a while, or when closed", async () => {
  const box = new Element();
  box.hidden = true;
  const notices = makeNotices(box);
  notices.show("one");
  await clock.pass(SHOWN - 1);
  notices.show("two");
  await clock.pass(SHOWN - 1);
  assert.deepEqual([box.hidden, box.querySelector("span").textContent], [false, "two"]);
  await clock.pass(1);
  assert.equal(box.hidden, true);
  notices.show("three");
  box.querySelector("button").dispatchEvent(new Event("click"));
  assert.equal(box.hidden, true);
});

const root = new URL("../../../", import.meta.url);

test("scripts/web adds hashes to the names of files, after the files they refer to", () => {
  const [, list] = /\nfor name in (.*); do\n {4}hash/.exec(readFileSync(new URL("scripts/web", root), "utf8"));
  const names = list.split(" ");
  const folder = new URL("assets/web/", root);
  // Their addresses stay the same.
  const named = ["sw.js", "manifest.webmanifest"];
  const files = readdirSync(folder).filter((name) => !name.endsWith(".html") && !named.includes(name));
  assert.deepEqual(files.filter((name) => !names.includes(name)), []);
  for (const name of files.filter((name) => name.endsWith(".js"))) {
    const text = readFileSync(new URL(name, folder), "utf8").replaceAll("./sw.js", "");
    for (const [, used] of text.matchAll(/["'`]\.\/([\w.]+\.(?:js|wasm))["'`]/g)) {
      assert.ok(names.indexOf(used) >= 0 && names.indexOf(used) < names.indexOf(name), `${name} names ${used}`);
    }
  }
});
