// Matches without a mouse or a picture: by keys, by the page's form, and by the accessibility tree.

import assert from "node:assert/strict";
import { test } from "node:test";

import { chromiumOnly, frames, leave, played, ready, stage, table } from "./rig.mjs";

const site = stage();

const MOVES = ["f3", "e5", "g4", "Qh4"];
const FOOLS_MATE = ["f2f3", "e7e5", "g2g4", "d8h4"];

test("a whole match is played by keys, and the next one begins", async () => {
  const page = await site.table("game=chess&white=human&black=human&seed=1");
  for (const [index, move] of MOVES.entries()) {
    await page.keyboard.press("m");
    await page.waitForFunction(() => document.activeElement.id === "composer");
    await page.keyboard.type(move);
    await page.keyboard.press("Enter");
    await played(page, index + 1);
    await page.waitForFunction(() => document.activeElement.id === "table");
  }
  const { played: actions, outcome } = await table(page);
  assert.deepEqual([actions, outcome], [FOOLS_MATE, { outcome: "black", reason: "checkmate" }]);
  await page.keyboard.press("n");
  await frames(page, 10);
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => fairground.played().length === 0 && fairground.outcome() === null);
  await leave(page);
});

// The accessibility tree of a page, as seen by a screen reader.
async function reader(page) {
  const session = await page.context().newCDPSession(page);
  await session.send("DOM.enable");
  const nodes = async () => (await session.send("Accessibility.getFullAXTree")).nodes.filter(({ ignored }) => !ignored);
  const has = ({ role, name }, wanted, words) => role?.value === wanted && words.test(name?.value ?? "");
  // Waits for a node of this role whose name matches.
  const find = async (role, words) => {
    for (let turn = 0; ; turn += 1) {
      const all = await nodes();
      const node = all.find((node) => has(node, role, words));
      if (node) {
        return node;
      }
      assert.ok(turn < 200, `no ${role} ${words} in ${JSON.stringify(all.map(({ role, name }) => `${role?.value} ${name?.value}`))}`);
      await page.waitForTimeout(100);
    }
  };
  const focus = async (role, words) => {
    await find(role, words);
    // Meanwhile the page may have replaced the node.
    const { backendDOMNodeId } = await find(role, words);
    await session.send("DOM.focus", { backendNodeId: backendDOMNodeId });
  };
  return {
    find,
    focus,
    async press(words) {
      await focus("button", words);
      await page.keyboard.press("Enter");
    },
  };
}

test("a whole match is played with only the accessibility tree", chromiumOnly, async () => {
  const page = await site.table("");
  const screen = await reader(page);
  await screen.press(/^Play by text$/);
  await screen.find("StaticText", /No match/);
  for (const [field, value] of [["Game", "Orthodox"], ["White", "Human"], ["Black", "Human"]]) {
    await screen.focus("combobox", new RegExp(`^${field}`));
    await page.keyboard.type(value);
  }
  await Promise.all([page.waitForNavigation(), screen.press(/^Begin$/)]);
  await ready(page);
  const next = await reader(page);
  await next.find("StaticText", /White to move/);
  await next.find("StaticText", /^Rank 8: Black rook a8, Black knight b8, Black bishop c8, Black queen d8, Black king e8, /);
  await next.find("StaticText", /^Rank 4: empty$/);
  for (const [index, move] of MOVES.entries()) {
    await next.focus("textbox", /^Type a move/);
    await page.keyboard.type(move);
    await page.keyboard.press("Enter");
    await played(page, index + 1);
    if (index === 0) {
      // A refusal is announced, with its reason.
      await next.find("StaticText", /^Pawn moves from f2 to f3/);
      await next.focus("textbox", /^Type a move/);
      await page.keyboard.type("e7e3");
      await page.keyboard.press("Enter");
      await page.waitForFunction(() => !document.getElementById("announcements").textContent.includes("moves from"));
      assert.match(await page.locator("#announcements").textContent(), /e7.*pawn|pawn.*e7/i);
      await page.keyboard.press("Control+A");
    }
  }
  await next.find("StaticText", /Black wins: checkmate/);
  assert.deepEqual((await table(page)).played, FOOLS_MATE);
  await leave(page);
});

test("a match with dice is played in the form, and resigned", async () => {
  const page = await site.table("game=fluky&white=human&black=human&seed=7");
  await page.getByRole("button", { name: "Play by text" }).press("Enter");
  const form = page.getByRole("region", { name: "Text view" });
  await form.getByText("White to move").first().waitFor();
  const announced = page.locator("#announcements");
  let moves = 0;
  const throwing = form.getByRole("button", { name: "Throw the die" });
  while ((await throwing.count()) === 0) {
    assert.ok(moves < 20, "no throw was due");
    const before = (await table(page)).played.length;
    await form.getByRole("combobox", { name: "or choose one" }).selectOption({ index: moves % 3 });
    await form.getByRole("button", { name: "Play the move" }).press("Enter");
    await played(page, before + 1);
    await page.waitForFunction(() => /moves from|takes/.test(document.getElementById("announcements").textContent));
    moves += 1;
  }
  const before = (await table(page)).played.length;
  await throwing.press("Enter");
  await played(page, before + 1);
  await announced.getByText(/shows a/).first().waitFor();
  const resign = form.getByRole("button", { name: /^Resign/ });
  await resign.press("Enter");
  assert.equal(await page.evaluate(() => fairground.outcome()), null);
  await resign.press("Enter");
  await page.waitForFunction(() => fairground.outcome()?.reason === "resignation");
  await form.getByRole("button", { name: "Back to the table" }).press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement.id), "table");
  await leave(page);
});
