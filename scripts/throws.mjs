// Prints the fingerprint of the first throws of a series, which examples/throws.rs computes in WebAssembly.
//   node scripts/throws.mjs MODULE SEED THROWS
// On standard error: how many throws a second that were.

import { readFile } from "node:fs/promises";

const [file, seed, throws] = process.argv.slice(2);
const module = await WebAssembly.compile(await readFile(file));

// The module has not been through the wasm-bindgen tool, which would supply what it imports: the system's randomness, and functions that
// the tool itself replaces. Throws from a seed call none of them.
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
// Nor has the tool removed the hash behind the name.
const [, compute] = Object.entries(exports).find(([name]) => name.startsWith("fingerprint")) ?? [];
const begun = performance.now();
const fingerprint = compute(BigInt(seed), BigInt(throws));
const seconds = (performance.now() - begun) / 1000;
console.error(`${(Number(throws) / seconds).toFixed(0)} throws a second in WebAssembly`);
// JavaScript takes the 64 bits for a signed number.
console.log(BigInt.asUintN(64, fingerprint).toString(16).padStart(16, "0"));
