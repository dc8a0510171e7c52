// The builds of the table: one draws with WebGPU, one with WebGL 2.

import { memory, storage } from "./address.js";

// `size`: uncompressed, bytes, for the progress bar. scripts/web fills it in.
const BUILDS = {
  webgpu: { name: "webgpu", code: "./table-webgpu.js", wasm: new URL("./table-webgpu_bg.wasm", import.meta.url), size: 40_000_000 },
  webgl2: { name: "webgl2", code: "./table.js", wasm: new URL("./table_bg.wasm", import.meta.url), size: 40_000_000 },
};

// Key of the build after WebGPU has failed: for reloads in this tab and, unless the address requests
// WebGPU, for other tabs.
const KEY = "graphics";
const lasting = storage(() => localStorage);

// Time to wait for WebGPU before using WebGL 2, ms.
const PATIENCE = 10_000;

// Whether a WebGPU device completes work. A device drawn in software is slower than WebGL 2, and
// only used if requested.
async function hasWebGpu(requested) {
  const adapter = await navigator.gpu?.requestAdapter({ powerPreference: "high-performance" });
  if (!adapter || (adapter.info.isFallbackAdapter && !requested)) {
    return false;
  }
  const device = await adapter.requestDevice();
  // Some drivers lose a device with its first work.
  device.queue.submit([device.createCommandEncoder().finish()]);
  await device.queue.onSubmittedWorkDone();
  const lost = await Promise.race([device.lost, new Promise((resolve) => setTimeout(resolve, 0))]);
  device.destroy();
  return lost === undefined;
}

// Chooses a build: the requested one, or else the best that works here. Null if none does.
export async function chooseBuild(requested) {
  if ((memory.get(KEY) ?? requested ?? lasting.get(KEY)) !== "webgl2") {
    const late = new Promise((resolve) => setTimeout(resolve, PATIENCE));
    if (await Promise.race([hasWebGpu(requested === "webgpu").catch(() => false), late])) {
      return BUILDS.webgpu;
    }
  }
  return document.createElement("canvas").getContext("webgl2") ? BUILDS.webgl2 : null;
}

// Makes reloads and later tabs use WebGL 2.
export function avoidWebGpu() {
  for (const kept of [memory, lasting]) {
    kept.set(KEY, "webgl2");
  }
}

// Loads the page again with WebGL 2. Without storage, the address has to say so.
export function reloadWithWebGl() {
  if (memory.get(KEY) === "webgl2") {
    location.reload();
    return;
  }
  const address = new URL(location.href);
  address.searchParams.set(KEY, "webgl2");
  location.replace(address);
}
