// Prints measurements of the page: sizes, load times, frame rates, the longest frame while a bot
// thinks, and memory.

import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { launch, launchProfile, open, played, ready, serve } from "./rig.mjs";

const { PAGE } = process.env;

// A slow connection: 12 Mbit/s down, in bytes per second, and its latency in ms.
const LINE = { offline: false, downloadThroughput: 1_500_000, uploadThroughput: 500_000, latency: 40 };

// Time for which frames are counted, ms.
const SPAN = 20_000;

// Flags each frame in which something was drawn.
const COUNTING = `
  window.drawn = false;
  for (const name of ["drawElements", "drawElementsInstanced", "drawArrays", "drawArraysInstanced"]) {
    const draw = WebGL2RenderingContext.prototype[name];
    WebGL2RenderingContext.prototype[name] = function (...values) {
      window.drawn = true;
      return draw.apply(this, values);
    };
  }
`;

const FOOLS_MATE = ["f2f3", "e7e5", "g2g4", "d8h4"];

const print = (what, value) => console.log(`${what.padEnd(64)} ${value}`);
const megabytes = (bytes) => `${(bytes / 1e6).toFixed(2)} MB`;

const size = (name) => statSync(join(PAGE, name)).size;
for (const name of readdirSync(PAGE).filter((name) => name.endsWith(".wasm"))) {
  print(name, `${megabytes(size(name))}, gzip ${megabytes(size(`${name}.gz`))}, brotli ${megabytes(size(`${name}.br`))}`);
}

const server = await serve();
const browser = await launch();
const address = (words) => `${server.url}?${words}`;

// Prints when the diagram and the table appear, ms from the start of the visit.
async function times(what, context, line) {
  const page = await context.newPage();
  page.setDefaultTimeout(180_000);
  if (line) {
    const session = await context.newCDPSession(page);
    await session.send("Network.enable");
    await session.send("Network.emulateNetworkConditions", line);
  }
  const begun = Date.now();
  await page.goto(address("quality=low&game=chess&white=human&black=human&seed=1"), { waitUntil: "commit" });
  await page.waitForFunction(() => document.documentElement.dataset.ready);
  print(`${what}: diagram`, `${Date.now() - begun} ms`);
  await ready(page);
  print(`${what}: table`, `${Date.now() - begun} ms`);
  // Until the page is stored, and the compiled code too.
  await page.evaluate(() => navigator.serviceWorker?.ready);
  await page.waitForTimeout(5_000);
  await context.close();
}
for (const [line, speed] of [[undefined, "this machine"], [LINE, "12 Mbit/s"]]) {
  const profile = mkdtempSync(join(tmpdir(), "fairground-"));
  for (const visit of ["first", "second", "third"]) {
    await times(`${visit} visit, ${speed}`, await launchProfile(profile), line);
  }
  rmSync(profile, { recursive: true, force: true });
}

// Returns the frame rate of drawn frames, and the longest time between two frames in ms, while the
// mouse moves.
function count(page, span) {
  return page.evaluate(async (span) => {
    let frames = 0;
    let longest = 0;
    const begun = performance.now();
    let last = begun;
    while (last - begun < span) {
      const at = (last - begun) / 400;
      const move = { clientX: 320 + 120 * Math.cos(at), clientY: 270 + 120 * Math.sin(at), pointerType: "mouse", bubbles: true };
      document.getElementById("table").dispatchEvent(new PointerEvent("pointermove", move));
      await new Promise(requestAnimationFrame);
      const now = performance.now();
      longest = Math.max(longest, now - last);
      last = now;
      frames += Number(window.drawn);
      window.drawn = false;
    }
    return { frames: (1000 * frames) / (last - begun), longest };
  }, span);
}

// Runs one measurement. A failure is printed in place of the result.
async function part(what, measure) {
  try {
    await measure();
  } catch (error) {
    print(what, `not measured: ${error.message.split("\n")[0]}`);
  }
}

for (const quality of ["low", "medium"]) {
  for (const game of ["chess", "whack"]) {
    const what = `${game} between two bots at 960x540, ${quality} quality`;
    await part(what, async () => {
      const page = await open(browser, address(`quality=${quality}&game=${game}&white=1&black=1&seed=1`), { script: COUNTING });
      await ready(page);
      const { frames } = await count(page, SPAN);
      print(what, `${frames.toFixed(1)} frames/s`);
      await page.context().close();
    });
  }
}

// The same move against a person and against a bot, as both include the cost of moving the piece.
for (const black of ["human", "8"]) {
  await part("longest frame", async () => {
    const page = await open(browser, address(`quality=low&game=chess&white=human&black=${black}&seed=1`), { script: COUNTING });
    await ready(page);
    await count(page, 5_000);
    await page.evaluate(() => fairground.play("e2e4"));
    const { longest, frames } = await count(page, 2_000);
    const what = black === "human" ? "nobody thinks" : "a bot of level 8 thinks";
    print(`longest frame in the 2 s after a move, ${what}`, `${longest.toFixed(0)} ms, ${frames.toFixed(1)} frames/s`);
    await page.context().close();
  });
}

await part("memory", async () => {
  const page = await open(browser, address("quality=low&game=chess&white=human&black=human&seed=1"));
  await ready(page);
  const memory = () =>
    page.evaluate(async () => {
      const table = performance.getEntriesByType("resource").find(({ name }) => /\/table[^/]*\.js$/.test(name)).name;
      const { memory } = await (await import(table)).default();
      return memory.buffer.byteLength;
    });
  print("memory of the table, after one match began", megabytes(await memory()));
  for (let match = 1; match <= 10; match += 1) {
    for (const [index, action] of FOOLS_MATE.entries()) {
      await page.evaluate((action) => fairground.play(action), action);
      await played(page, index + 1);
    }
    await page.waitForFunction(() => fairground.outcome() !== null);
    await page.locator("#table").press("n");
    await page.waitForTimeout(500);
    await page.locator("#table").press("Enter");
    await page.waitForFunction(() => fairground.played().length === 0 && fairground.outcome() === null);
  }
  print("memory of the table, after ten matches", megabytes(await memory()));
  await page.context().close();
});

await browser.close();
await server.stop();
