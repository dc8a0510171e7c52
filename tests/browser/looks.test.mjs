// Compares the page with approved pictures, at two sizes. APPROVE=1 replaces the pictures, which
// then need review.

import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";

import { assertNoErrors, chromiumOnly, ready, settled, stage } from "./rig.mjs";

const FOLDER = new URL("./approved/", import.meta.url);

// Edge of a tile, CSS pixels. Mean colours of tiles are compared.
const TILE = 10;

// Tolerance between the mean colours of a tile, 0 to 255, averaged over red, green and blue.
// Drivers smooth edges and letters differently.
const TOLERANCE = 24;

// Percentage of tiles that may exceed the tolerance.
const STRAY = 0.5;

const site = stage();
let measure;

// Mean colours of the tiles of a picture, which the browser decodes.
async function tiles(jpeg) {
  measure ??= await site.browser.newPage();
  return measure.evaluate(
    async ([data, tile]) => {
      const picture = await createImageBitmap(await (await fetch(`data:image/jpeg;base64,${data}`)).blob());
      const [columns, rows] = [Math.floor(picture.width / tile), Math.floor(picture.height / tile)];
      const canvas = new OffscreenCanvas(columns * tile, rows * tile);
      const context = canvas.getContext("2d");
      context.drawImage(picture, 0, 0);
      const means = [];
      for (let row = 0; row < rows; row += 1) {
        for (let column = 0; column < columns; column += 1) {
          const { data: pixels } = context.getImageData(column * tile, row * tile, tile, tile);
          const sums = [0, 0, 0];
          pixels.forEach((value, at) => {
            if (at % 4 < 3) {
              sums[at % 4] += value;
            }
          });
          means.push(sums.map((sum) => sum / tile ** 2));
        }
      }
      return means;
    },
    [jpeg.toString("base64"), TILE],
  );
}

// Percentage of tiles beyond the tolerance; 100 if the pictures differ in size.
async function strays(one, other) {
  const [a, b] = [await tiles(one), await tiles(other)];
  if (a.length !== b.length) {
    return 100;
  }
  const apart = a.filter((mean, at) => mean.reduce((sum, value, part) => sum + Math.abs(value - b[at][part]), 0) / 3 > TOLERANCE);
  return (100 * apart.length) / a.length;
}

const pictures = new Map();

for (const [size, touch] of [
  [[960, 540], false],
  [[390, 844], true],
]) {
  for (const game of ["start", "chess", "whack", "fluky"]) {
    test(`${game} looks at ${size.join("x")} as it was approved`, chromiumOnly, async () => {
      const words = game === "start" ? "" : `&game=${game}&white=human&black=human&seed=1`;
      const page = await site.open(`${site.server.url}?quality=low${words}`, { size, touch });
      await ready(page);
      await settled(page);
      const picture = await page.screenshot({ type: "jpeg", quality: 85 });
      assertNoErrors(page);
      await page.context().close();
      const file = new URL(`${game}-${size.join("x")}.jpg`, FOLDER);
      if (process.env.APPROVE) {
        mkdirSync(FOLDER, { recursive: true });
        writeFileSync(file, picture);
      }
      assert.ok(existsSync(file), `${file.pathname} is not there; APPROVE=1 draws it`);
      const approved = readFileSync(file);
      const stray = await strays(picture, approved);
      assert.ok(stray <= STRAY, `${stray.toFixed(2)} % of the picture differs from ${file.pathname}`);
      // Checks that the comparison can fail.
      for (const other of pictures.values()) {
        assert.ok((await strays(picture, other)) > STRAY, "two games look the same");
      }
      pictures.set(file.pathname, picture);
    });
  }
}
