// The page beyond a match: links to lessons, puzzles, analyses and files, sound, downloads, the
// browser's keys, and loss of the table.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { assertNoErrors, chromiumOnly, click, fairground, frames, fromAbove, leave, open, played, ready, stage, table } from "./rig.mjs";

const site = stage();

test("the line shared by the analysis board opens as an analysis", async () => {
  const page = await site.open(`${site.server.url}?quality=low#game=chess&moves=e4+e5+(c5)+Nf3`);
  await ready(page);
  await page.waitForFunction(() => fairground.played().length === 3);
  assert.deepEqual((await table(page)).played, ["e2e4", "e7e5", "g1f3"]);
  // Both sides are played by hand.
  await page.evaluate(() => fairground.play("b8c6"));
  await played(page, 4);
  // Another line, pasted into the same tab. The browser alone would not load it.
  await Promise.all([
    page.waitForEvent("load"),
    page.evaluate(() => {
      location.hash = "#game=chess&moves=d4";
    }),
  ]);
  await ready(page);
  await page.waitForFunction(() => fairground.played().length === 1);
  assert.deepEqual((await table(page)).played, ["d2d4"]);
  await leave(page);
});

test("a lesson is played by touch, on a phone", chromiumOnly, async () => {
  const page = await site.table("lesson=fluky/02-pawns", { size: [390, 844], touch: true });
  await page.waitForFunction(() => fairground.game === "fluky");
  const before = await table(page);
  const moves = before.actions.map((action) => [action.slice(0, 2), action.slice(2, 4)]);
  const [from, to] = moves[0];
  await click(page, from, true);
  await click(page, to, true);
  await page.waitForFunction((position) => fairground.position() !== position, before.position);
  await leave(page);
});

test("text typed on a phone's keyboard is played", chromiumOnly, async () => {
  const page = await site.table("game=chess&white=human&black=human&seed=1", { size: [390, 844], touch: true });
  // The text field in the panel.
  await page.touchscreen.tap(190, 630);
  const field = page.locator("#typing input");
  await field.waitFor({ timeout: 20000 });
  await field.fill("Nf3");
  await field.press("Enter");
  await played(page, 1);
  assert.deepEqual((await table(page)).played, ["g1f3"]);
  await field.waitFor({ state: "hidden" });
  await leave(page);
});

test("a puzzle opens by its id, and an unknown id is reported", async () => {
  const puzzle = JSON.parse(readFileSync(new URL("../../crates/fairground-learning/puzzles/fluky.jsonl", import.meta.url), "utf8").split("\n")[0]);
  const page = await site.table(`puzzle=${puzzle.id}`);
  await page.waitForFunction(() => fairground.game === "fluky");
  assert.equal((await table(page)).position, puzzle.position);
  await leave(page);
  const other = await site.table("puzzle=fluky-00000000");
  assert.equal((await table(other)).game, null);
  await leave(other);
});

test("a match file opens by its address as a replay", async () => {
  const file = join(site.folder, "native.jsonl");
  fairground("watch", "whack", "--white", "1", "--black", "1", "--seed", "5", "--headless", "--record", file);
  const context = await site.browser.newContext({ viewport: { width: 960, height: 540 } });
  await context.route("**/native.jsonl", (route) => route.fulfill({ path: file }));
  const page = await open(context, `${site.server.url}?quality=low&file=native.jsonl`);
  await ready(page);
  await page.waitForFunction(() => fairground.game === "whack");
  assertNoErrors(page);
  await context.close();
});

test("a dropped file opens, but replaces an edited analysis only after a question", async () => {
  const file = join(site.folder, "dropped.jsonl");
  fairground("watch", "fluky", "--white", "1", "--black", "1", "--seed", "5", "--headless", "--record", file);
  const drop = (page) =>
    page.evaluate((text) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text], "dropped.jsonl"));
      dispatchEvent(new DragEvent("drop", { dataTransfer }));
    }, readFileSync(file, "utf8"));
  const page = await site.open(`${site.server.url}?quality=low#game=chess&moves=e4`);
  await ready(page);
  await page.waitForFunction(() => fairground.game === "chess");
  await page.evaluate(() => fairground.play("e7e5"));
  await drop(page);
  await frames(page, 20);
  assert.deepEqual((await table(page)).played, ["e2e4", "e7e5"]);
  await page.locator("#table").press("y");
  await page.waitForFunction(() => fairground.game === "fluky");
  await leave(page);
});

test("a missing file is reported, and the table still opens", async () => {
  const page = await site.table("file=missing.jsonl");
  assert.match(await page.locator("#notice").textContent(), /missing\.jsonl: 404/);
  assert.equal((await table(page)).game, null);
  await page.context().close();
});

test("a move makes a sound, and a picture is downloaded", async () => {
  const script = `
    window.heard = 0;
    const start = AudioBufferSourceNode.prototype.start;
    AudioBufferSourceNode.prototype.start = function (...values) {
      window.heard += 1;
      return start.apply(this, values);
    };
  `;
  const page = await site.table("game=chess&white=human&black=human&seed=1", { script });
  await fromAbove(page);
  await click(page, "e2");
  await click(page, "e4");
  await played(page, 1);
  // Firefox does not start sound on a machine without a sound card.
  if (!chromiumOnly.skip) {
    await page.waitForFunction(() => window.heard > 0);
  }
  // The driver of Firefox reports no downloads, so there the file that the page offers is read.
  if (chromiumOnly.skip) {
    await page.evaluate(() => {
      const offer = URL.createObjectURL;
      URL.createObjectURL = (file) => offer.call(URL, (window.offered = file));
    });
    await page.locator("#table").press("F8");
    await page.waitForFunction(() => window.offered !== undefined);
    assert.equal((await page.evaluate(() => window.offered.text())).slice(1, 4), "PNG");
  } else {
    const download = page.waitForEvent("download");
    await page.locator("#table").press("F8");
    const file = join(site.folder, "picture.png");
    await (await download).saveAs(file);
    assert.equal(readFileSync(file).subarray(1, 4).toString(), "PNG");
  }
  await leave(page);
});

test("a lost table is reported, and a reload keeps the match", async () => {
  const page = await site.table("game=chess&white=human&black=human&seed=1");
  await page.evaluate(() => fairground.play("e2e4"));
  await played(page, 1);
  await frames(page, 5);
  await page.evaluate(() => document.getElementById("table").getContext("webgl2").getExtension("WEBGL_lose_context").loseContext());
  await ready(page, "failed");
  assert.match(await page.locator("#status").textContent(), /Reload the page; your match is kept/);
  await page.click("#reload");
  await page.waitForFunction(() => document.documentElement.dataset.ready !== "failed");
  await ready(page);
  assert.deepEqual((await played(page, 1)).played, ["e2e4"]);
  await page.context().close();
});

test("Tab leaves the table, and the browser handles unbound keys", async () => {
  const page = await site.open(`${site.server.url}embed.html`);
  const frame = page.frames().find((frame) => frame.url().includes("game=fluky"));
  await frame.waitForFunction(() => document.documentElement.dataset.ready === "table");
  await frame.locator("#table").focus();
  const prevented = (key, values) =>
    frame.evaluate(([key, values]) => {
      const event = new KeyboardEvent("keydown", { key, cancelable: true, ...values });
      document.getElementById("table").dispatchEvent(event);
      return event.defaultPrevented;
    }, [key, values]);
  assert.equal(await prevented("r", { ctrlKey: true, shiftKey: true }), false);
  assert.equal(await prevented("=", { ctrlKey: true }), false);
  assert.equal(await prevented("F5", {}), false);
  assert.equal(await prevented("F1", {}), true);
  await page.keyboard.press("Tab");
  assert.equal(await frame.evaluate(() => document.activeElement.id), "");
  await leave(page);
});

test("composed characters reach a field of the table", chromiumOnly, async () => {
  const page = await site.table("game=chess&white=human&black=human&seed=1");
  await page.locator("#table").press("m");
  await page.waitForFunction(() => document.activeElement.id === "composer");
  const keyboard = await page.context().newCDPSession(page);
  // A move, as if composed by an input method from other letters.
  await keyboard.send("Input.imeSetComposition", { text: "x", selectionStart: 1, selectionEnd: 1 });
  await keyboard.send("Input.insertText", { text: "e2e4" });
  await page.keyboard.press("Enter");
  assert.deepEqual((await played(page, 1)).played, ["e2e4"]);
  await page.waitForFunction(() => document.activeElement.id === "table");
  await leave(page);
});
