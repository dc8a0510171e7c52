// The build of the table that draws with WebGPU.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { PATIENCE, chromiumOnly, click, fromAbove, launch, leave, line, open, played, ready, stage } from "./rig.mjs";

const site = stage();
let browser;
// Software replaces the graphics card, so the page must be asked to use WebGPU.
const at = (words, origin = site.server.url) => `${origin}?graphics=webgpu&${words}`;

const SOFTWARE = ["--enable-unsafe-webgpu", "--use-webgpu-adapter=swiftshader"];

before(async () => {
  if (!chromiumOnly.skip) {
    browser = await launch(...SOFTWARE, "--enable-features=Vulkan", "--use-vulkan=swiftshader", "--disable-vulkan-surface");
  }
});
after(() => browser?.close());

const graphics = (page) => page.evaluate(() => document.documentElement.dataset.graphics);

// Number of colours in a picture, with 4 bits a channel. The table's page may not load data
// addresses, so another page decodes it.
async function colours(png) {
  const page = await browser.newPage();
  const found = await page.evaluate(async (data) => {
    const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
    const context = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
    context.drawImage(picture, 0, 0);
    const { data: pixels } = context.getImageData(0, 0, picture.width, picture.height);
    const found = new Set();
    for (let pixel = 0; pixel < pixels.length; pixel += 4) {
      found.add((pixels[pixel] >> 4) * 256 + (pixels[pixel + 1] >> 4) * 16 + (pixels[pixel + 2] >> 4));
    }
    return found.size;
  }, png.toString("base64"));
  await page.close();
  return found;
}

test("a match is drawn and played with WebGPU", { ...chromiumOnly, timeout: 3 * PATIENCE }, async () => {
  const page = await open(browser, at("quality=low&game=chess&white=human&black=human&seed=1"));
  await ready(page);
  assert.equal(await graphics(page), "webgpu");
  await fromAbove(page);
  await click(page, "e2");
  await click(page, "e4");
  assert.deepEqual((await played(page, 1)).played, ["e2e4"]);
  // Screenshots of headless Chromium leave out what WebGPU draws.
  const download = page.waitForEvent("download");
  await page.locator("#table").press("F8");
  const file = join(site.folder, "webgpu.png");
  await (await download).saveAs(file);
  const found = await colours(readFileSync(file));
  assert.ok(found > 100, `${found} colours`);
  await leave(page);
});

test("after one visit, the build in use works without a network", { ...chromiumOnly, timeout: 3 * PATIENCE }, async () => {
  const network = await line(site.server.port);
  const address = at("quality=low&game=chess&white=human&black=human&seed=2", `http://127.0.0.1:${network.port}/`);
  const page = await open(browser, address);
  await ready(page);
  await page.evaluate(() => navigator.serviceWorker.ready);
  network.cut();
  await page.reload();
  await ready(page);
  assert.equal(await graphics(page), "webgpu");
  await leave(page);
  network.close();
});

// Without Vulkan, Chromium has WebGPU in software, and loses a device that draws on a canvas.
test("if WebGPU fails before the first frame, WebGL 2 draws the table", { ...chromiumOnly, timeout: 2 * PATIENCE }, async () => {
  const losing = await launch(...SOFTWARE);
  const page = await open(losing, at("quality=low&game=chess&white=human&black=human&seed=3"));
  await ready(page);
  assert.equal(await graphics(page), "webgl2");
  await losing.close();
});

test("a browser without WebGPU draws with WebGL 2", async () => {
  const page = await site.open(at("quality=low&game=fluky&seed=1"));
  await ready(page);
  assert.equal(await graphics(page), "webgl2");
  await leave(page);
});
