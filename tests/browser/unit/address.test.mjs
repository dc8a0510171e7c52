// The page's address.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { load } from "./stage.mjs";

const kept = new Map();
globalThis.sessionStorage = {
  getItem: (key) => kept.get(key) ?? null,
  setItem: (key, value) => kept.set(key, value),
  removeItem: (key) => kept.delete(key),
};
globalThis.location = { origin: "https://play.example", href: "" };
globalThis.history = {
  replaceState(_state, _title, address) {
    location.href = String(address);
  },
};
globalThis.window = globalThis;
globalThis.parent = globalThis;
const { followSeat, matchAddress, memory, parameters, seatKey } = await load("address.js");

const ROOM = "https://play.example/r/a-0123456789abcdef#one";
const REMATCH = "https://play.example/r/a-fedcba9876543210#two";

beforeEach(() => {
  kept.clear();
  location.href = ROOM;
  globalThis.parent = globalThis;
});

test("parameters come from the query and the fragment", () => {
  assert.deepEqual(parameters({ search: "?game=chess&white=human&option-die=red&nonsense=1", hash: "#seed=7&file=a.jsonl" }), {
    game: "chess",
    white: "human",
    options: { die: "red" },
    seed: "7",
    fetch: "a.jsonl",
  });
  assert.equal(parameters({ search: "", hash: "#game=chess&moves=e4" }).analysis, "#game=chess&moves=e4");
  assert.equal(parameters({ search: "?white=human", hash: "#game=chess" }).analysis, undefined);
  // The program reads the seed: numbers of JavaScript are not exact.
  assert.deepEqual(parameters({ search: "?seed=18446744073709551615", hash: "" }), { options: {}, seed: "18446744073709551615" });
});

test("each new match has its own address", () => {
  const [one, other] = [1, 2].map(() => new URL(matchAddress("fluky", "human", "3")));
  assert.equal(one.searchParams.get("black"), "3");
  assert.notEqual(one.href, other.href);
});

test("the address follows the seat into a rematch, with the player's name", () => {
  memory.set(seatKey(ROOM), "Ada");
  const show = followSeat();
  // The start screen, before the seat is taken.
  show(null);
  assert.equal(location.href, ROOM);
  show(ROOM);
  show(REMATCH);
  assert.equal(location.href, REMATCH);
  assert.equal(memory.get(seatKey(REMATCH)), "Ada");
  show(null);
  assert.ok(!location.href.includes("/r/"), location.href);
});

test("rooms of other servers, and embedded tables, do not change the address", () => {
  const show = followSeat();
  show("https://other.example/r/a-0123456789abcdef#one");
  assert.equal(location.href, ROOM);
  globalThis.parent = {};
  show(REMATCH);
  assert.equal(location.href, ROOM);
});
