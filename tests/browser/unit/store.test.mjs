// Storage shared by two tabs.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { load } from "./stage.mjs";

// An in-memory database whose transactions run one after the other, as a browser's do across tabs.
let records;
let queue;
let full;

function transaction(_, mode) {
  const requests = [];
  const working = new Map(records);
  const request = (act) => {
    const made = {};
    requests.push(() => {
      made.result = act();
      made.onsuccess?.();
    });
    return made;
  };
  const files = {
    get: (key) => request(() => working.get(key)),
    put: (value, key) => request(() => working.set(key, value)),
    delete: (key) => request(() => working.delete(key)),
    getAll: () => request(() => [...working.values()]),
    getAllKeys: () => request(() => [...working.keys()]),
  };
  const made = { objectStore: () => files };
  const before = queue;
  queue = before.then(async () => {
    working.clear();
    records.forEach((value, key) => working.set(key, value));
    await Promise.resolve();
    while (requests.length > 0) {
      requests.shift()();
      await Promise.resolve();
    }
    if (full) {
      made.error = new Error("the disk is full");
      made.onabort?.();
    } else {
      records = mode === "readwrite" ? new Map(working) : records;
      made.oncomplete?.();
    }
  });
  return made;
}

globalThis.indexedDB = {
  open() {
    const opening = { result: { transaction, createObjectStore() {} } };
    queueMicrotask(() => opening.onsuccess());
    return opening;
  },
};

// The other tabs hear each message.
const channels = new Set();
globalThis.BroadcastChannel = class {
  #heard = [];
  constructor() {
    channels.add(this);
  }
  addEventListener(_, heard) {
    this.#heard.push(heard);
  }
  postMessage(data) {
    const others = [...channels].filter((channel) => channel !== this);
    queueMicrotask(() => others.forEach((channel) => channel.#heard.forEach((heard) => heard({ data }))));
  }
};

const { openStore } = await load("store.js");
const { merge } = await load("merge.js");

const bytes = (text) => new TextEncoder().encode(text);
const json = (value) => bytes(JSON.stringify(value));
const kept = (path) => new TextDecoder().decode(records.get(path)?.bytes);

beforeEach(() => {
  records = new Map();
  channels.clear();
  queue = Promise.resolve();
  full = false;
});

async function tabs() {
  const [one, other] = [await openStore(), await openStore()];
  await one.all();
  await other.all();
  return [one, other];
}

test("a file is kept until the next visit", async () => {
  const [tab] = await tabs();
  await tab.put("/data/match.jsonl", bytes("one"));
  await tab.put("/data/match.jsonl", bytes("one, two"));
  const [[path, file]] = await (await openStore()).all();
  assert.equal(path, "/data/match.jsonl");
  assert.ok(Math.abs(file.changed - Date.now()) < 60_000);
  assert.equal(kept(path), "one, two");
  await tab.remove(path);
  assert.equal(records.size, 0);
});

test("a tab hears of another tab's files, but keeps its own of the same name", async () => {
  const [one, other] = await tabs();
  const heard = [];
  const settle = () => new Promise((resolve) => setTimeout(resolve, 5));
  other.hear((path, file) => heard.push([path, file && new TextDecoder().decode(file.bytes)]));
  await one.put("/data/match.jsonl", bytes("one"));
  await settle();
  assert.deepEqual(heard.splice(0), [["/data/match.jsonl", "one"]]);
  await one.remove("/data/match.jsonl");
  await settle();
  assert.deepEqual(heard.splice(0), [["/data/match.jsonl", undefined]]);
  await one.put("/data/next.jsonl", bytes("one"));
  await other.put("/data/next.jsonl", bytes("other"));
  await settle();
  heard.length = 0;
  await one.put("/data/next.jsonl", bytes("one, two"));
  await settle();
  assert.deepEqual(heard, []);
  assert.deepEqual([kept("/data/next.jsonl"), kept("/data/next-2.jsonl")], ["one, two", "other"]);
});

test("a match begun in another tab is continued and removed", async () => {
  const [one, other] = await tabs();
  other.hear(() => true);
  await one.put("/data/match.jsonl", bytes("start"));
  await new Promise((resolve) => setTimeout(resolve, 5));
  await other.put("/data/match.jsonl", bytes("start, c2a2"));
  assert.deepEqual([...records.keys()], ["/data/match.jsonl"]);
  assert.equal(kept("/data/match.jsonl"), "start, c2a2");
  await other.remove("/data/match.jsonl");
  assert.equal(records.size, 0);
});

test("a match that this tab is playing is not another tab's", async () => {
  records.set("/data/match.jsonl", { bytes: bytes("start"), changed: 0 });
  const [one, other] = await tabs();
  other.hear(() => false);
  await one.put("/data/match.jsonl", bytes("start, c2a2"));
  await new Promise((resolve) => setTimeout(resolve, 5));
  await other.put("/data/match.jsonl", bytes("start, c2c3"));
  assert.deepEqual([kept("/data/match.jsonl"), kept("/data/match-2.jsonl")], ["start, c2a2", "start, c2c3"]);
});

test("a match with committed dice, continued in two tabs, has its secret twice", async () => {
  records.set("/data/match.jsonl", { bytes: bytes("start"), changed: 0 });
  records.set("/data/match.jsonl.secret", { bytes: bytes("secret"), changed: 0 });
  const [one, other] = await tabs();
  await one.put("/data/match.jsonl", bytes("start, c2a2"));
  await other.put("/data/match.jsonl", bytes("start, c2c3"));
  assert.equal(kept("/data/match-2.jsonl.secret"), "secret");
  // Each tab removes its own when it is revealed.
  await other.remove("/data/match.jsonl.secret");
  assert.equal(kept("/data/match.jsonl.secret"), "secret");
  assert.equal(records.has("/data/match-2.jsonl.secret"), false);
});

test("no tab erases another tab's seat", async () => {
  const seat = (room) => ({ link: `https://play.example/r/${room}#token`, game: "chess" });
  records.set("/data/seats.json", { bytes: json([seat("a-1")]), changed: 0 });
  const [one, other] = await tabs();
  await one.put("/data/seats.json", json([seat("a-2"), seat("a-1")]));
  await other.put("/data/seats.json", json([seat("a-3"), seat("a-1")]));
  const links = () => JSON.parse(kept("/data/seats.json")).map(({ link }) => link.slice(23, 26)).sort();
  assert.deepEqual(links(), ["a-1", "a-2", "a-3"]);
  // A seat given up in one tab does not come back with the other tab's next write.
  await one.put("/data/seats.json", json([seat("a-2")]));
  await other.put("/data/seats.json", json([{ ...seat("a-3"), opponent: "Bo" }, seat("a-1")]));
  assert.deepEqual(links(), ["a-2", "a-3"]);
  assert.match(kept("/data/seats.json"), /Bo/);
});

test("settings of two tabs are merged, value by value", async () => {
  records.set("/config/settings.json", { bytes: json({ volume: 1, name: "Ada", keys: { hint: "I" } }), changed: 0 });
  const [one, other] = await tabs();
  await one.put("/config/settings.json", json({ volume: 0.5, name: "Ada", keys: { hint: "I", film: "Q" } }));
  await other.put("/config/settings.json", json({ volume: 1, name: "Bo", keys: {} }));
  assert.deepEqual(JSON.parse(kept("/config/settings.json")), { volume: 0.5, name: "Bo", keys: { film: "Q" } });
});

test("a match continued in two tabs becomes two matches", async () => {
  records.set("/data/match.jsonl", { bytes: bytes("start"), changed: 0 });
  const [one, other] = await tabs();
  await one.put("/data/match.jsonl", bytes("start, c2a2"));
  await Promise.all([other.put("/data/match.jsonl", bytes("start, c2c3")), other.put("/data/match.jsonl", bytes("start, c2c3, die"))]);
  await one.put("/data/match.jsonl", bytes("start, c2a2, die"));
  assert.equal(kept("/data/match.jsonl"), "start, c2a2, die");
  assert.equal(kept("/data/match-2.jsonl"), "start, c2c3, die");
  assert.equal(one.keptAs("/data/match.jsonl"), "/data/match.jsonl");
  assert.equal(other.keptAs("/data/match.jsonl"), "/data/match-2.jsonl");
  // Neither tab removes the other's file.
  await other.remove("/data/match.jsonl");
  assert.deepEqual([...records.keys()], ["/data/match.jsonl"]);
});

test("a file changed by another tab is not removed", async () => {
  records.set("/data/match.jsonl", { bytes: bytes("start"), changed: 0 });
  const [one, other] = await tabs();
  await one.put("/data/match.jsonl", bytes("start, c2a2"));
  await other.remove("/data/match.jsonl");
  assert.equal(kept("/data/match.jsonl"), "start, c2a2");
});

test("a failed write is reported, and the next write keeps its data", async () => {
  const [tab] = await tabs();
  await tab.put("/config/settings.json", json({ volume: 1 }));
  full = true;
  await assert.rejects(tab.put("/config/settings.json", json({ volume: 0.5 })), /full/);
  await assert.rejects(tab.put("/data/match.jsonl", bytes("start")), /full/);
  full = false;
  await tab.put("/config/settings.json", json({ volume: 0.5, name: "Ada" }));
  assert.deepEqual(JSON.parse(kept("/config/settings.json")), { volume: 0.5, name: "Ada" });
  await tab.put("/data/match.jsonl", bytes("start, c2a2"));
  assert.equal(kept("/data/match.jsonl"), "start, c2a2");
});

test("merging non-JSON files, or files of other shapes, keeps this tab's changes", async () => {
  records.set("/data/seats.json", { bytes: bytes("broken"), changed: 0 });
  const [tab] = await tabs();
  await tab.put("/data/seats.json", json([1]));
  assert.equal(kept("/data/seats.json"), "[1]");
  assert.deepEqual(merge({ a: 1 }, [1], { a: 2 }), [1]);
  assert.deepEqual(merge(undefined, { a: 1 }, { b: 2 }), { a: 1, b: 2 });
  assert.deepEqual(merge({ a: null }, { a: null }, { a: { b: 1 } }), { a: { b: 1 } });
  assert.deepEqual(merge({ __proto__: null }, JSON.parse('{"toString":1}'), { a: 1 }), { toString: 1, a: 1 });
});
