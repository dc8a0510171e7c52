// Shared by the browser tests: a room server with the page, and browsers that render in software.
// Environment variables: FAIRGROUND the program PAGE the folder of the page MODULES a folder
// containing node_modules CHROMIUM the browser; by default the system's FIREFOX replaces it.
// Firefox draws in software only on a display, such as that of xvfb-run

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before } from "node:test";

const { FAIRGROUND, PAGE, MODULES, CHROMIUM = "/usr/bin/chromium", FIREFOX } = process.env;
const { chromium, firefox } = createRequire(join(MODULES, "index.js"))("playwright-core");

// Options of tests that need the protocol of Chromium's developer tools: for touches, input
// methods, comparable pictures, or the accessibility tree.
export const chromiumOnly = { skip: FIREFOX ? "needs Chromium" : false };

// Timeout for the table to load or answer on a busy machine without a graphics card, ms.
export const PATIENCE = 180_000;

const ARGUMENTS = [
  "--headless=new",
  "--no-sandbox",
  "--use-angle=swiftshader",
  "--enable-unsafe-swiftshader",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

// Runs a command of the program and returns its output.
export function fairground(...values) {
  return execFileSync(FAIRGROUND, values, { encoding: "utf8" });
}

// Starts a room server in its own folder, with a folder of pages; by default on a free port.
export async function serve({ folder = mkdtempSync(join(tmpdir(), "fairground-")), port = 0, page = PAGE } = {}) {
  const values = ["serve", "--listen", `127.0.0.1:${port}`, "--folder", folder, "--page", page];
  const server = spawn(FAIRGROUND, values, { stdio: ["ignore", "pipe", "inherit"] });
  const url = await new Promise((resolve, reject) => {
    let told = "";
    server.stdout.on("data", (data) => {
      told += data;
      const link = /Rooms: (\S+)/.exec(told);
      if (link) {
        resolve(link[1]);
      }
    });
    server.on("exit", () => reject(new Error(`the server has ended: ${told}`)));
  });
  const ended = new Promise((resolve) => {
    server.on("exit", resolve);
  });
  return {
    url,
    folder,
    port: Number(new URL(url).port),
    // Kills the server as a crash would; its rooms stay.
    async kill() {
      server.kill("SIGKILL");
      await ended;
    },
    async stop() {
      server.kill("SIGKILL");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

// A proxy to a local port. It can be cut like a broken network, or go silent like a connection to a
// sleeping machine.
export async function line(port) {
  const sockets = new Set();
  let whole = true;
  let silent = false;
  const way = createServer((near) => {
    if (!whole) {
      near.destroy();
      return;
    }
    const far = connect(port, "127.0.0.1");
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ]) {
      sockets.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => {
        sockets.delete(socket);
        other.destroy();
      });
      if (silent) {
        socket.resume();
      } else {
        socket.pipe(other);
      }
    }
  });
  await new Promise((resolve) => way.listen(0, "127.0.0.1", resolve));
  const cut = () => {
    whole = false;
    for (const socket of sockets) {
      socket.destroy();
    }
  };
  return {
    port: way.address().port,
    cut,
    // Stops all traffic, unnoticed by either end.
    hush() {
      silent = true;
      for (const socket of sockets) {
        socket.unpipe();
        socket.resume();
      }
    },
    // Lets new connections through.
    mend() {
      whole = true;
      silent = false;
    },
    close() {
      cut();
      way.close();
    },
  };
}

// Starts a browser.
export function launch(...values) {
  if (FIREFOX) {
    return firefox.launch({
      // WebDriver BiDi, supported by any Firefox.
      channel: "moz-firefox",
      executablePath: FIREFOX,
      headless: false,
      firefoxUserPrefs: { "webgl.force-enabled": true },
      env: { ...process.env, MOZ_DISABLE_CONTENT_SANDBOX: "1", LIBGL_ALWAYS_SOFTWARE: "1" },
    });
  }
  return chromium.launch({ executablePath: CHROMIUM, args: [...ARGUMENTS, ...values] });
}

// Starts Chromium with the data of earlier visits in a folder, as one browser context.
export function launchProfile(folder) {
  return chromium.launchPersistentContext(folder, { executablePath: CHROMIUM, args: ARGUMENTS, viewport: { width: 960, height: 540 } });
}

// Starts a server and a browser for the tests of a file, and stops them after the last one.
export function stage() {
  const stage = {
    server: undefined,
    browser: undefined,
    // A folder for the files of the tests.
    folder: mkdtempSync(join(tmpdir(), "fairground-")),
    // The address of the table in low quality, with these parameters.
    at: (words = "") => `${stage.server.url}?quality=low&${words}`,
    // Opens a page, see `open`.
    open: (url, options) => open(stage.browser, url, options),
    // Opens the table with these parameters, and waits until it is drawn.
    async table(words, options) {
      const page = await stage.open(stage.at(words), options);
      await ready(page);
      return page;
    },
  };
  before(async () => {
    [stage.server, stage.browser] = await Promise.all([serve(), launch()]);
  });
  after(async () => {
    await stage.browser.close();
    await stage.server.stop();
    rmSync(stage.folder, { recursive: true, force: true });
  });
  return stage;
}

// Opens a page in a browser or in one of its contexts. Its `errors` collect exceptions and console
// errors.
export async function open(browser, url, { size = [960, 540], touch = false, script } = {}) {
  const context = browser.newContext
    ? await browser.newContext({ viewport: { width: size[0], height: size[1] }, hasTouch: touch })
    : browser;
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  page.errors = [];
  page.on("pageerror", (error) => page.errors.push(error.message));
  page.on("console", (message) => message.type() === "error" && page.errors.push(message.text()));
  if (script) {
    await page.addInitScript(script);
  }
  await page.goto(url);
  return page;
}

// Waits for a stage of loading: `flat`, `table` or `failed`.
export function ready(page, state = "table") {
  return page.waitForFunction((state) => document.documentElement.dataset.ready === state, state);
}

// Waits for a number of frames.
export function frames(page, count = 2) {
  return page.evaluate(async (count) => {
    for (let frame = 0; frame < count; frame += 1) {
      await new Promise(requestAnimationFrame);
    }
  }, count);
}

// Waits until the page is at rest: two screenshots, some frames apart, are equal.
export async function settled(page) {
  let before;
  for (;;) {
    await frames(page, 4);
    const now = await page.screenshot();
    if (before?.equals(now)) {
      return;
    }
    before = now;
  }
}

// The state of the table.
export function table(page) {
  return page.evaluate(() => ({
    game: fairground.game,
    position: fairground.position(),
    turn: fairground.turn(),
    actions: fairground.actions(),
    played: fairground.played(),
    outcome: fairground.outcome(),
  }));
}

// Waits until `count` actions have been played, and returns the state of the table.
export async function played(page, count) {
  await page.waitForFunction((count) => fairground.played().length >= count, count);
  return table(page);
}

// Shows the table from above, where no piece hides the centre of a cell.
export function fromAbove(page) {
  return page.locator("#table").press("t");
}

// The centre of a cell, once the camera is at rest: a press in its flight misses.
function still(page, cell) {
  return page.evaluate(async (cell) => {
    let before;
    for (;;) {
      const now = fairground.cell(cell);
      if (before !== undefined && JSON.stringify(now) === JSON.stringify(before)) {
        return now;
      }
      before = now;
      for (let frame = 0; frame < 4; frame += 1) {
        await new Promise(requestAnimationFrame);
      }
    }
  }, cell);
}

// Clicks or taps a cell.
export async function click(page, cell, touch = false) {
  const at = await still(page, cell);
  assert.ok(at, `${cell} is not in view`);
  if (touch) {
    await page.touchscreen.tap(at.x, at.y);
    await frames(page, 8);
    return;
  }
  await page.mouse.move(at.x, at.y);
  await frames(page, 3);
  await page.mouse.down();
  await frames(page, 1);
  await page.mouse.up();
  await frames(page, 2);
}

// Asserts that the page has reported no errors.
export function assertNoErrors(page) {
  assert.deepEqual(page.errors, []);
}

// Closes a page that has reported no errors.
export async function leave(page) {
  assertNoErrors(page);
  await page.context().close();
}
