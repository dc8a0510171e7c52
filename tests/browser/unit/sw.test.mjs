// The service worker, with a mock of the browser's cache.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { beforeEach, test } from "node:test";
import { runInNewContext } from "node:vm";

const SCRIPT = readFileSync(new URL("../../../assets/web/sw.js", import.meta.url), "utf8");
const SITE = "https://play.example/";
const FILES = ["page-1.js", "table-1.wasm"];

let server;
let stored;
let loaded;
let broken;

beforeEach(() => {
  broken = false;
  server = new Map([["", "page-1.js"], ["page-1.js", "script"], ["table-1.wasm", "code"]].map(([name, text]) => [SITE + name, text]));
  stored = new Map();
  loaded = [];
});

const answer = (text, status = 200) => ({ text: () => Promise.resolve(text), body: text, status, ok: status < 400, clone: () => answer(text, status) });

// Starts the service worker of a version. Returns a function that sends it an event, and resolves
// with its answer.
function start(version, files = FILES, build = "webgl2") {
  const listeners = {};
  const cacheOf = (name) => {
    if (!stored.has(name)) {
      stored.set(name, new Map());
    }
    const cache = stored.get(name);
    return { match: async (address) => cache.get(address), put: async (address, value) => cache.set(address, value) };
  };
  const scope = {
    location: { href: `${SITE}sw.js?graphics=${build}` },
    clients: { claim: async () => {} },
    addEventListener: (type, handle) => {
      listeners[type] = handle;
    },
  };
  runInNewContext(SCRIPT.replace(/const ALL = .*/, `const ALL = ${JSON.stringify(files)};`).replace(/const VERSION = .*/, `const VERSION = "${version}";`), {
    self: scope,
    URL,
    setTimeout,
    caches: {
      open: async (name) => cacheOf(name),
      keys: async () => [...stored.keys()],
      delete: async (name) => stored.delete(name),
      match: async (address, { cacheName } = {}) => {
        const caches = cacheName ? [stored.get(cacheName)] : [...stored.values()];
        return caches.map((cache) => cache?.get(address)).find(Boolean);
      },
    },
    fetch: async (request) => {
      const { href } = new URL(request.url ?? request);
      loaded.push(href);
      const address = href.split("?")[0];
      if (!server) {
        throw new TypeError("no network");
      }
      if (broken) {
        return answer("", 502);
      }
      return server.has(address) ? answer(server.get(address)) : answer("", 404);
    },
  });
  return async (type, values = {}) => {
    let result;
    listeners[type]({ ...values, waitUntil: (promise) => (result = promise), respondWith: (promise) => (result = promise) });
    return result;
  };
}
const visit = (send, path, mode = "navigate") => send("fetch", { request: { url: SITE + path, method: "GET", mode } });

test("everything works without a network, with any parameters", async () => {
  const send = start("one");
  await send("install");
  server = undefined;
  assert.equal((await visit(send, "?game=chess")).body, "page-1.js");
  for (const [name, text] of [["page-1.js", "script"], ["table-1.wasm", "code"]]) {
    assert.equal((await visit(send, name, "no-cors")).body, text);
  }
  // The browser itself handles rooms and other files.
  assert.equal(await visit(send, "r/a-0123456789abcdef"), undefined);
  assert.equal(await visit(send, "api/rooms", "cors"), undefined);
});

test("only the build of the table in use is stored", async () => {
  const files = ["page-1.js", "table-1.wasm", "table-webgpu-1.wasm"];
  server.set(`${SITE}table-webgpu-1.wasm`, "code");
  for (const [build, unused] of [["webgl2", "table-webgpu-1.wasm"], ["webgpu", "table-1.wasm"]]) {
    const send = start("one", files, build);
    await send("install");
    const kept = [...stored.get(`fairground-one-${build}`).keys()];
    assert.deepEqual(kept, [SITE, ...files.filter((name) => name !== unused).map((name) => SITE + name)]);
    assert.equal(await visit(send, unused, "no-cors"), undefined);
  }
});

test("with a network, the page comes from the server, unless the server is broken", async () => {
  const send = start("one");
  await send("install");
  server.set(SITE, "page-2.js");
  assert.equal((await visit(send, "")).body, "page-2.js");
  broken = true;
  assert.equal((await visit(send, "")).body, "page-1.js");
});

test("a file that the server no longer has comes from the store", async () => {
  const send = start("one");
  await send("install");
  server.delete(`${SITE}table-1.wasm`);
  assert.equal((await visit(send, "table-1.wasm", "no-cors")).body, "code");
});

test("an update loads only files that have changed, and deletes the old ones later", async () => {
  await start("one")("install");
  loaded = [];
  server.set(SITE, "page-2.js");
  server.set(`${SITE}page-2.js`, "other script");
  const next = start("two", ["page-2.js", "table-1.wasm"]);
  await next("install");
  assert.deepEqual(loaded, [SITE, `${SITE}page-2.js`]);
  assert.deepEqual([...stored.keys()], ["fairground-one-webgl2", "fairground-two-webgl2"]);
  await next("activate");
  assert.deepEqual([...stored.keys()], ["fairground-two-webgl2"]);
});

test("a version being replaced by the server is not stored", async () => {
  server.set(SITE, "page-2.js");
  await assert.rejects(start("one")("install"), /another version/);
});
