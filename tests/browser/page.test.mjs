// The page without a room: it loads, is played by mouse and by touch, stores matches, and serves
// scripts.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { PATIENCE, chromiumOnly, click, fairground, frames, fromAbove, leave, played, ready, settled, stage, table } from "./rig.mjs";

const site = stage();


// The shortest possible chess match, by the cells clicked.
const FOOLS_MATE = ["f2f3", "e7e5", "g2g4", "d8h4"];

for (const [name, touch, size] of [
  ["clicks", false, [960, 540]],
  ["touch, on a phone", true, [390, 844]],
]) {
  test(`a whole match is played by ${name}`, touch ? chromiumOnly : {}, async () => {
    const page = await site.open(site.at("game=chess&white=human&black=human&seed=1"), { touch, size });
    await ready(page);
    await fromAbove(page);
    const ended = page.evaluate(() => new Promise((resolve) => addEventListener("fairground-end", ({ detail }) => resolve(detail))));
    for (const [index, action] of FOOLS_MATE.entries()) {
      await click(page, action.slice(0, 2), touch);
      await click(page, action.slice(2), touch);
      await played(page, index + 1);
    }
    assert.deepEqual((await table(page)).played, FOOLS_MATE);
    assert.deepEqual(await ended, { outcome: "black", reason: "checkmate" });
    // The native program reads and verifies the file.
    const file = join(site.folder, `${touch}.jsonl`);
    writeFileSync(file, await page.evaluate(() => fairground.file()));
    assert.match(fairground("verify", file), /valid: the rules/);
    await leave(page);
  });
}

test("a diagram is shown before the table, without scrolling on a phone", async () => {
  const page = await site.open(site.at("game=whack&seed=1"), { size: [390, 844] });
  await ready(page, "flat");
  assert.equal(await page.locator("#diagram svg").count(), 1);
  await ready(page);
  const scrolls = await page.evaluate(() => document.scrollingElement.scrollHeight > innerHeight || document.scrollingElement.scrollWidth > innerWidth);
  assert.equal(scrolls, false);
  await leave(page);
});

test("a bot answers while the table keeps drawing", async () => {
  const page = await site.table("game=chess&white=human&black=8&seed=1");
  const drawn = page.evaluate(async () => {
    let count = 0;
    while (fairground.played().length < 2) {
      await new Promise(requestAnimationFrame);
      if (fairground.played().length === 1) {
        count += 1;
      }
    }
    return count;
  });
  await page.evaluate(() => fairground.play("e2e4"));
  const { turn } = await played(page, 2);
  assert.deepEqual(turn, { side: "white", throws: false });
  assert.ok((await drawn) > 3, `${await drawn} frames while the bot thought`);
  await leave(page);
});

test("two fingers turn the view and zoom it", chromiumOnly, async () => {
  const page = await site.table("game=chess&white=human&black=human&seed=1", { touch: true });
  const cell = () => page.evaluate(() => fairground.cell("e4"));
  const touches = await page.context().newCDPSession(page);
  const send = async (type, points) => {
    await touches.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
    await frames(page, 3);
  };
  const still = await cell();
  await send("touchStart", [[300, 270], [400, 270]]);
  for (let step = 1; step <= 6; step += 1) {
    await send("touchMove", [[300 + step * 20, 270], [400 + step * 20, 270]]);
  }
  await send("touchEnd", []);
  await frames(page, 10);
  const turned = await cell();
  assert.ok(Math.hypot(turned.x - still.x, turned.y - still.y) > 5, JSON.stringify([still, turned]));
  const width = () => page.evaluate(() => Math.hypot(fairground.cell("a1").x - fairground.cell("h8").x, fairground.cell("a1").y - fairground.cell("h8").y));
  const before = await width();
  await send("touchStart", [[380, 270], [420, 270]]);
  for (let step = 1; step <= 6; step += 1) {
    await send("touchMove", [[380 - step * 25, 270], [420 + step * 25, 270]]);
  }
  await send("touchEnd", []);
  await frames(page, 10);
  assert.ok((await width()) > before * 1.1, `${before} to ${await width()}`);
  await leave(page);
});

test("a system gesture puts a dragged piece back", chromiumOnly, async () => {
  const page = await site.table("game=chess&white=human&black=human&seed=1", { touch: true });
  await fromAbove(page);
  await settled(page);
  const touches = await page.context().newCDPSession(page);
  const send = async (type, cells) => {
    const touchPoints = await Promise.all(cells.map((cell) => page.evaluate((cell) => fairground.cell(cell), cell)));
    await touches.send("Input.dispatchTouchEvent", { type, touchPoints });
    await frames(page, 5);
  };
  await send("touchStart", ["e2"]);
  await send("touchMove", ["e3"]);
  await send("touchMove", ["e4"]);
  await send("touchCancel", []);
  // A cancelled touch does not play a piece selected by an earlier tap, either.
  await click(page, "d2", true);
  await send("touchStart", ["d4"]);
  await send("touchCancel", []);
  await frames(page, 20);
  assert.deepEqual((await table(page)).played, []);
  await click(page, "e2", true);
  await click(page, "e4", true);
  assert.deepEqual((await played(page, 1)).played, ["e2e4"]);
  await leave(page);
});

test("a die is thrown by a swipe, on a phone", chromiumOnly, async () => {
  const page = await site.table("game=fluky&white=human&black=human&seed=7", { touch: true, size: [390, 844] });
  let state = await table(page);
  for (let count = 0; !state.turn.throws; count += 1) {
    assert.ok(count < 20, "no die came due");
    await page.evaluate((action) => fairground.play(action), state.actions[0]);
    state = await played(page, state.played.length + 1);
  }
  // The camera shows the tray.
  await settled(page);
  const touches = await page.context().newCDPSession(page);
  const send = (type, x) => touches.send("Input.dispatchTouchEvent", { type, touchPoints: x ? [{ x, y: 200 }] : [] });
  await send("touchStart", 120);
  for (const x of [150, 190, 230, 270]) {
    await send("touchMove", x);
  }
  await send("touchEnd");
  await played(page, state.played.length + 1);
  await leave(page);
});

test("a finger scrolls the start screen, on a phone", chromiumOnly, async () => {
  const page = await site.table("", { touch: true, size: [390, 844] });
  await settled(page);
  // Away from the finger, where the table may be highlighted.
  const top = () => page.screenshot({ clip: { x: 0, y: 0, width: 390, height: 200 } });
  const before = await top();
  const touches = await page.context().newCDPSession(page);
  const send = async (type, touchPoints) => {
    await touches.send("Input.dispatchTouchEvent", { type, touchPoints });
    await frames(page, 3);
  };
  await send("touchStart", [{ x: 180, y: 700 }]);
  for (const y of [680, 600, 500, 400, 300]) {
    await send("touchMove", [{ x: 180, y }]);
  }
  await send("touchEnd", []);
  await settled(page);
  assert.ok(!before.equals(await top()), "nothing has moved");
  assert.equal((await table(page)).game, null);
  await leave(page);
});

test("a match in two tabs becomes two matches", async () => {
  const page = await site.table("game=fluky&white=human&black=human&seed=7");
  const actions = (await table(page)).actions;
  const copy = await page.context().newPage();
  copy.errors = [];
  // As browsers do when duplicating a tab.
  const session = await page.evaluate(() => Object.entries(sessionStorage));
  await copy.addInitScript((session) => session.forEach(([key, value]) => sessionStorage.getItem(key) ?? sessionStorage.setItem(key, value)), session);
  await copy.goto(page.url());
  await ready(copy);
  for (const [tab, action] of [[page, actions[0]], [copy, actions[1]]]) {
    await tab.bringToFront();
    await tab.evaluate((action) => fairground.play(action), action);
    await frames(tab, 20);
  }
  for (const [tab, action] of [[page, actions[0]], [copy, actions[1]]]) {
    await tab.bringToFront();
    await tab.reload();
    await ready(tab);
    assert.equal((await played(tab, 1)).played[0], action);
  }
  await page.context().close();
});

test("a match continues after a reload with all moves", async () => {
  const page = await site.table("game=fluky&white=human&black=1&seed=7");
  const [first] = (await table(page)).actions;
  await page.evaluate((action) => fairground.play(action), first);
  const { position, played: before } = await table(page);
  await page.reload();
  await ready(page);
  const after = await played(page, before.length);
  assert.deepEqual(after.played.slice(0, before.length), before);
  assert.ok(position);
  await leave(page);
});

test("a script throws a due die", async () => {
  const page = await site.table("game=fluky&white=human&black=human&seed=7");
  let count = 0;
  while (!(await table(page)).turn.throws) {
    const { actions } = await table(page);
    await page.evaluate((action) => fairground.play(action), actions[0]);
    count += 1;
    assert.ok(count < 20, "no throw was due");
  }
  const { actions, played: before } = await table(page);
  await page.evaluate((action) => fairground.play(action), actions[0]);
  assert.ok((await table(page)).played.length > before.length);
  await leave(page);
});

test("refusals cite the rule, and no action is played", async () => {
  const page = await site.table("game=chess&white=human&black=human&seed=1");
  const refused = await page.evaluate(() => fairground.play("e2e5").then(() => null, (error) => error.message));
  assert.match(refused, /pawn/i);
  assert.equal(await page.evaluate(() => fairground.play("nonsense").then(() => null, () => "refused")), "refused");
  assert.deepEqual((await table(page)).played, []);
  await page.context().close();
});

test("a file of the native program opens, and throws fall the same way", async () => {
  const file = join(site.folder, "native.jsonl");
  fairground("watch", "fluky", "--white", "1", "--black", "1", "--seed", "5", "--headless", "--record", file);
  const text = readFileSync(file, "utf8");
  const page = await site.table("");
  assert.equal((await table(page)).game, null);
  await page.evaluate((text) => {
    const files = new DataTransfer();
    files.items.add(new File([text], "native.jsonl"));
    dispatchEvent(new DragEvent("drop", { dataTransfer: files, bubbles: true, cancelable: true }));
  }, text);
  await page.waitForFunction(() => fairground.game === "fluky");
  const known = JSON.parse(fairground("dice", "--seed", "1", "--throws", "3000", "--json"));
  assert.equal(await page.evaluate(() => fairground.throws(1, 3000)), known.fingerprint);
  await leave(page);
});

test("an embedding page receives messages", async () => {
  const page = await site.open(`${site.server.url}embed.html`);
  const item = page.locator("#events li");
  await item.first().waitFor({ timeout: PATIENCE });
  assert.equal(await item.first().textContent(), "ready");
  const frame = page.frames().find((frame) => frame.url().includes("game=fluky"));
  await frame.evaluate(() => fairground.play(fairground.actions()[0]));
  await item.nth(1).waitFor();
  assert.match(await item.nth(1).textContent(), /^action: /);
  await leave(page);
});

test("missing browser features are reported in a sentence", async () => {
  const without = "HTMLCanvasElement.prototype.getContext = () => null;";
  const page = await site.open(site.at("game=fluky"), { script: without });
  await page.waitForFunction(() => document.getElementById("status").textContent.includes("WebGL 2"));
  assert.equal(await page.locator("#diagram svg").count(), 1);
  await page.context().close();
  const forgetful = "indexedDB.open = () => { throw new DOMException('no storage', 'SecurityError'); };";
  const other = await site.table("game=fluky&seed=1", { script: forgetful });
  assert.match(await other.locator("#notice").textContent(), /blocks storage/);
  await other.click("#notice button");
  assert.equal(await other.locator("#notice").isVisible(), false);
  await other.context().close();
});
