// Rooms by link: two browsers play each other, a third watches, and connections and the server
// recover.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";

import { assertNoErrors, fairground, frames, leave, line, played, ready, serve, stage, table } from "./rig.mjs";

const site = stage();
let network;

after(() => network?.close());

async function room(values) {
  const answer = await fetch(`${site.server.url}api/rooms`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(values),
  });
  assert.ok(answer.ok, await answer.clone().text());
  return answer.json();
}

// Presses Enter on a button. Firefox gives keys only to the page in front.
async function press(page, name) {
  await page.bringToFront();
  await page.getByRole("button", { name }).press("Enter");
}

async function takeSeat(url, name) {
  const page = await site.open(url, { size: [640, 400] });
  if (name) {
    await page.fill("#take-seat input", name);
  }
  // A page that draws on a busy machine may miss the time for a click.
  await page.locator("#take-seat button:enabled").press("Enter");
  return page;
}

test("two browsers play a match in a room despite lost connections and a killed server", async () => {
  const { room: id, seats } = await room({ game: "chess", private: false });
  const link = `${site.server.url}r/${id}`;
  const white = await takeSeat(`${link}#${seats.white}`, "Ada");
  // The invitation page names the inviting player before the table has loaded.
  network = await line(site.server.port);
  const blackLink = `http://127.0.0.1:${network.port}/r/${id}#${seats.black}`;
  const black = await site.open(blackLink, { size: [640, 400] });
  assert.equal(await black.locator("#room svg").count(), 1);
  await black.fill("#take-seat input", "Ben");
  await black.click("#take-seat button");
  const watching = await takeSeat(link);
  await Promise.all([white, black, watching].map((page) => ready(page)));
  for (const page of [white, black, watching]) {
    await page.waitForFunction(() => fairground.game === "chess");
  }
  const play = (page, action) => page.evaluate((action) => fairground.play(action), action);
  await play(white, "f2f3");
  await played(black, 1);
  // Black's network fails for a while, and then again while White plays.
  network.cut();
  await frames(black, 30);
  network.mend();
  await play(black, "e7e5");
  await played(white, 2);
  network.cut();
  await play(white, "g2g4");
  await played(watching, 3);
  assert.equal((await table(black)).played.length, 2);
  network.mend();
  await played(black, 3);
  // The server crashes and restarts.
  await site.server.kill();
  site.server = await serve({ folder: site.server.folder, port: site.server.port });
  // A reloaded page keeps its seat.
  await black.reload();
  await ready(black);
  await played(black, 3);
  await play(black, "d8h4");
  for (const page of [white, black, watching]) {
    await page.waitForFunction(() => fairground.outcome() !== null);
    assert.deepEqual((await table(page)).played, ["f2f3", "e7e5", "g2g4", "d8h4"]);
  }
  const file = join(site.server.folder, "told.jsonl");
  writeFileSync(file, await (await fetch(`${site.server.url}api/rooms/${id}/file`)).text());
  assert.match(fairground("verify", file), /valid: the rules/);
  assert.match(fairground("replay", file, "--headless"), /d8h4/);
  // A refused connection during the outage is logged to the console and is not an error.
  watching.errors = watching.errors.filter((error) => !error.includes("WebSocket connection"));
  assertNoErrors(watching);
});

test("a silent connection is detected and reported, and a move sent over it arrives", async (t) => {
  const { room: id, seats } = await room({ game: "chess", private: false, clock: "600+5" });
  const link = `${site.server.url}r/${id}`;
  const quiet = await line(site.server.port);
  t.after(() => quiet.close());
  const white = await takeSeat(`${link}#${seats.white}`, "Ada");
  const black = await takeSeat(`http://127.0.0.1:${quiet.port}/r/${id}#${seats.black}`, "Ben");
  await Promise.all([white, black].map((page) => ready(page)));
  for (const page of [white, black]) {
    await page.waitForFunction(() => fairground.game === "chess");
  }
  await white.evaluate(() => fairground.play("f2f3"));
  await played(black, 1);
  await press(black, "Play by text");
  await black.getByText(/Clocks: White \d/).waitFor();
  quiet.hush();
  // The move is played once the connection is restored.
  await black.evaluate(() => {
    fairground.play("e7e5").catch(() => {});
  });
  await black.getByText("Clocks: White unknown, Black unknown").waitFor();
  await black.locator("#announcements").getByText("Connection lost").waitFor();
  quiet.mend();
  await played(white, 2);
  await played(black, 2);
  assert.deepEqual((await table(black)).played, ["f2f3", "e7e5"]);
  await black.getByText(/Clocks: White \d/).waitFor();
  for (const page of [white, black]) {
    await page.context().close();
  }
});

test("after a rematch, a reload leads to the new room", async () => {
  const { room: id, seats } = await room({ game: "chess", private: false });
  const link = `${site.server.url}r/${id}`;
  const white = await takeSeat(`${link}#${seats.white}`, "Ada");
  const black = await takeSeat(`${link}#${seats.black}`, "Ben");
  const pages = [white, black];
  await Promise.all(pages.map((page) => ready(page)));
  for (const page of pages) {
    await page.waitForFunction(() => fairground.game === "chess");
    await press(page, "Play by text");
  }
  for (const turn of [1, 2]) {
    await press(white, /^Resign/);
    assert.ok(turn === 2 || (await white.evaluate(() => fairground.outcome())) === null);
  }
  await press(white, "Offer a rematch");
  await press(black, "Accept the offer: a rematch");
  for (const page of pages) {
    await page.waitForFunction((id) => !location.pathname.includes(id), id);
    await page.waitForFunction(() => fairground.game === "chess" && fairground.outcome() === null);
  }
  assert.equal(new URL(white.url()).pathname, new URL(black.url()).pathname);
  // White of the first match now plays Black.
  await white.reload();
  await ready(white);
  await white.waitForFunction(() => fairground.game === "chess" && fairground.outcome() === null);
  await black.evaluate(() => fairground.play("e2e4"));
  await played(white, 1);
  await white.evaluate(() => fairground.play("e7e5"));
  await played(black, 2);
  for (const page of pages) {
    await leave(page);
  }
});

test("a seat is taken while the page still looks for a graphics card", async () => {
  const { room: id } = await room({ game: "chess", private: false });
  const slow = () =>
    Object.defineProperty(navigator, "gpu", {
      value: { requestAdapter: () => new Promise((found) => setTimeout(found, 5_000, null)) },
    });
  const page = await site.open(`${site.server.url}r/${id}`, { size: [640, 400], script: slow });
  await page.locator("#take-seat button:enabled").press("Enter");
  await ready(page);
  assert.equal(new URL(page.url()).search, "");
});
