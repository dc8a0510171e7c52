// Visits without a network, installation and updates.

import assert from "node:assert/strict";
import { cpSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { chromiumOnly, leave, line, played, ready, serve, stage, table } from "./rig.mjs";

const { PAGE } = process.env;
const FOOLS_MATE = ["f2f3", "e7e5", "g2g4", "d8h4"];

const site = stage();

const at = (port, words = "") => `http://127.0.0.1:${port}/?quality=low${words}`;
const match = (seed) => `&game=chess&white=human&black=human&seed=${seed}`;

// Waits until the page is stored.
const stored = (page) => page.evaluate(async () => (await navigator.serviceWorker.ready).active.state !== "redundant");
const versions = (page) => page.evaluate(() => caches.keys());

test("after one visit, a match is played without a network", async () => {
  const network = await line(site.server.port);
  const page = await site.open(at(network.port));
  await ready(page);
  assert.ok(await stored(page));
  network.cut();
  // A bot's answer needs the worker's files.
  await page.goto(at(network.port, "&game=chess&white=human&black=1&seed=1"));
  await ready(page);
  await page.evaluate(() => fairground.play("e2e4"));
  await played(page, 2);
  await page.goto(at(network.port, match(2)));
  await ready(page);
  for (const [index, action] of FOOLS_MATE.entries()) {
    await page.evaluate((action) => fairground.play(action), action);
    await played(page, index + 1);
  }
  assert.deepEqual(await page.evaluate(() => fairground.outcome()), { outcome: "black", reason: "checkmate" });
  await leave(page);
  network.close();
});

test("the page opens even if the server is silent", async () => {
  const network = await line(site.server.port);
  const page = await site.open(at(network.port));
  await ready(page);
  assert.ok(await stored(page));
  network.hush();
  await page.goto(at(network.port, match(3)));
  await ready(page);
  assert.equal((await table(page)).game, "chess");
  await page.context().close();
  network.close();
});

test("the page can be installed", chromiumOnly, async () => {
  const page = await site.open(at(site.server.port));
  await ready(page);
  assert.ok(await stored(page));
  const session = await page.context().newCDPSession(page);
  const { errors, data } = await session.send("Page.getAppManifest");
  assert.deepEqual(errors, []);
  assert.equal(JSON.parse(data).name, "Fairground");
  const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
  // Tests run in separate contexts, like private windows.
  assert.deepEqual(installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito"), []);
  await page.context().close();
});

test("the next visit applies an update, and the match continues", async () => {
  const pages = join(site.folder, "page");
  cpSync(PAGE, pages, { recursive: true });
  const updated = await serve({ page: pages });
  const page = await site.open(at(updated.port, match(4)));
  await ready(page);
  assert.ok(await stored(page));
  await page.evaluate(() => fairground.play("e2e4"));
  await played(page, 1);
  // A new version: one script has another name.
  const [notices] = readdirSync(pages).filter((name) => /^notices-.*\.js$/.test(name));
  const other = "notices-0123456789abcdef.js";
  cpSync(join(pages, notices), join(pages, other));
  for (const name of readdirSync(pages).filter((name) => /\.(br|gz)$/.test(name))) {
    rmSync(join(pages, name));
  }
  const change = (name, edit) => writeFileSync(join(pages, name), edit(readFileSync(join(pages, name), "utf8")));
  const [script] = readdirSync(pages).filter((name) => /^page-.*\.js$/.test(name));
  const fresh = "page-0123456789abcdef.js";
  change(script, (text) => text.replace(notices, other));
  cpSync(join(pages, script), join(pages, fresh));
  rmSync(join(pages, script));
  rmSync(join(pages, notices));
  change("index.html", (text) => text.replace(script, fresh));
  change("sw.js", (text) => text.replace(script, fresh).replace(notices, other).replace(/VERSION = ".*"/, 'VERSION = "other"'));
  // The open page keeps its own files.
  const [before] = await versions(page);
  assert.ok(await page.evaluate(async (name) => (await fetch(name)).ok, notices));
  await page.reload();
  await ready(page);
  assert.ok(await page.evaluate((name) => document.querySelector(`script[src="${name}"]`) !== null, fresh));
  assert.deepEqual((await played(page, 1)).played, ["e2e4"]);
  await page.waitForFunction(async () => (await caches.keys()).includes("fairground-other-webgl2"));
  assert.ok((await versions(page)).includes(before));
  // Once no page of the old version is open, its files are deleted.
  await page.goto("about:blank");
  const later = await page.context().newPage();
  await later.goto(at(updated.port));
  await later.waitForFunction(async () => (await caches.keys()).join() === "fairground-other-webgl2");
  await leave(page);
  await updated.stop();
});
