// Prints the fingerprint of the first throws of a series, computed in WebAssembly by
// crates/fairground-dice/examples/throws.rs.
//   node scripts/throws.mjs MODULE SEED THROWS
// Prints the number of throws per second on standard error.

import { readFile } from "node:fs/promises";

const [file, seed, throws] = process.argv.slice(2);
const module = await WebAssembly.compile(await readFile(file));

// The wasm-bindgen tool has not processed this module, so its imports are missing: the system's
// randomness, and functions that the tool replaces. Throws from a seed call none of them.
const imports = {};
for (const { module: from, name, kind } of WebAssembly.Module.imports(module)) {
  if (kind !== "function") {
    throw new Error(`${file} imports a ${kind}: ${name} of ${from}`);
  }
  imports[from] ??= {};
  imports[from][name] = () => {
    throw new Error(`${file} called ${name} of ${from}`);
  };
}

const { exports } = await WebAssembly.instantiate(module, imports);
// The tool would also have removed the hash from the end of the name.
const [, compute] = Object.entries(exports).find(([name]) => name.startsWith("fingerprint")) ?? [];
const begun = performance.now();
const fingerprint = compute(BigInt(seed), BigInt(throws));
const seconds = (performance.now() - begun) / 1000;
console.error(`${(Number(throws) / seconds).toFixed(0)} throws a second in WebAssembly`);
// JavaScript reads the 64 bits as a signed number.
console.log(BigInt.asUintN(64, fingerprint).toString(16).padStart(16, "0"));
