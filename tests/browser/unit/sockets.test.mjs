// Connections that die silently.

import assert from "node:assert/strict";
import { setMaxListeners } from "node:events";
import { beforeEach, test } from "node:test";

import { Clock, load, page, settle } from "./stage.mjs";

const clock = new Clock();
clock.install();
const network = { onLine: true };
Object.defineProperty(globalThis, "navigator", { value: network, configurable: true });
const { Sockets, SHORT_TIMEOUT, OFFLINE_WAIT, TIMEOUT, PERIOD, PROBE } = await load("sockets.js");

// Each test creates its own sockets.
setMaxListeners(0, page.window, document);

let opened = [];

globalThis.WebSocket = class {
  static OPEN = 1;
  readyState = 0;
  sent = [];

  constructor(url) {
    if (url === "nonsense") {
      throw new SyntaxError("the URL is invalid");
    }
    this.url = url;
    opened.push(this);
  }

  send(text) {
    this.sent.push(text);
  }

  close() {
    this.readyState = 2;
  }

  open() {
    this.readyState = 1;
    this.onopen({});
  }

  hear(text) {
    this.onmessage({ data: text });
  }

  end(reason = "") {
    this.readyState = 3;
    this.onclose({ reason });
  }
};

let events;
let sockets;

beforeEach(() => {
  opened = [];
  network.onLine = true;
  events = [];
  sockets = new Sockets((...event) => events.push(event));
});

// A connection welcomed by the server.
function welcomed(channel = 1) {
  sockets.connect(channel, "ws://server/room");
  const socket = opened.at(-1);
  socket.open();
  sockets.send(channel, "hello");
  socket.hear("welcome");
  return socket;
}
const hint = (type) => page.window.dispatchEvent(new Event(type));
const closed = () => events.filter(([, kind]) => kind === "closed");

test("a connection carries texts both ways, and closes", () => {
  const socket = welcomed(7);
  socket.end("full");
  assert.deepEqual(events, [[7, "open"], [7, "text", "welcome"], [7, "closed", "full"]]);
  assert.deepEqual(socket.sent, ["hello"]);
  assert.equal(sockets.close(7), false);
});

test("a server that answers is kept, even in a quiet match", async () => {
  const socket = welcomed();
  for (let minute = 0; minute < 60; minute += 1) {
    await clock.pass(PERIOD);
    if (socket.sent.at(-1) === PROBE) {
      socket.sent.push("answered");
      socket.hear("refused");
    }
  }
  assert.deepEqual(closed(), []);
  assert.ok(socket.sent.filter((text) => text === PROBE).length > 20);
  sockets.close(1);
});

test("a silent server is abandoned within 20 s, and its later messages are ignored", async () => {
  const socket = welcomed();
  await clock.pass(2 * PERIOD + TIMEOUT);
  assert.deepEqual(closed(), [[1, "closed", "the server does not respond"]]);
  socket.hear("late");
  socket.end();
  assert.equal(events.length, 3);
  // A closed channel uses no more timers.
  await clock.pass(60_000);
  assert.equal(events.length, 3);
});

for (const type of ["online", "offline", "pageshow", "visibility change"]) {
  test(`after ${type}, silence is noticed within 5 s`, async () => {
    const socket = welcomed();
    if (type.startsWith("visibility")) {
      document.dispatchEvent(new Event("visibilitychange"));
    } else {
      hint(type);
    }
    assert.equal(socket.sent.at(-1), PROBE);
    await clock.pass(SHORT_TIMEOUT);
    assert.equal(closed().length, 1);
  });
}

test("after sleep, the page probes a connection before abandoning it", async () => {
  const socket = welcomed();
  await clock.pass(PERIOD);
  assert.equal(socket.sent.at(-1), PROBE);
  await clock.sleep(3_600_000);
  assert.deepEqual(closed(), []);
  socket.hear("a late message");
  await clock.pass(PERIOD - 1);
  assert.deepEqual(closed(), []);
  // A page that sleeps repeatedly does not wait forever for a server that has gone.
  await clock.sleep(3_600_000);
  await clock.sleep(3_600_000);
  await clock.pass(SHORT_TIMEOUT);
  assert.equal(closed().length, 1);
});

test("nothing is sent before the table has greeted the server", async () => {
  sockets.connect(1, "ws://server/room");
  opened[0].open();
  hint("online");
  assert.deepEqual(opened[0].sent, []);
  await clock.pass(TIMEOUT);
  assert.equal(closed().length, 1);
});

test("a server that never accepts the connection is abandoned", async () => {
  sockets.connect(1, "ws://server/room");
  await clock.pass(TIMEOUT);
  assert.deepEqual(events, [[1, "closed", "the server does not respond"]]);
});

test("failed sends are reported", async () => {
  const socket = welcomed();
  socket.readyState = 2;
  sockets.send(1, "move");
  // Deferred, because the table is in the middle of a call.
  assert.deepEqual(closed(), []);
  await settle();
  assert.equal(closed().length, 1);
  sockets.connect(2, "nonsense");
  await settle();
  assert.deepEqual(events.at(-1), [2, "closed", "the URL is invalid"]);
});

test("without a network, the connection waits for it, but not forever", async () => {
  network.onLine = false;
  sockets.connect(1, "ws://server/room");
  opened[0].end();
  assert.deepEqual(events, []);
  network.onLine = true;
  hint("online");
  assert.equal(opened.length, 2);
  opened[1].open();
  assert.deepEqual(events, [[1, "open"]]);
  sockets.close(1);
  network.onLine = false;
  sockets.connect(2, "ws://server/room");
  opened[2].end();
  await clock.pass(OFFLINE_WAIT);
  assert.deepEqual(events.at(-1), [2, "closed", "this device is offline"]);
});
