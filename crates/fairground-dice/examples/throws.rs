//! Throws of the die for JavaScript. `scripts/wasm` runs them in Node and compares them with throws
//! on other machines.

#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
use wasm_bindgen::prelude::wasm_bindgen;

/// The fingerprint of the first throws of a series, see [`fairground_dice::fingerprint`].
#[cfg_attr(all(target_arch = "wasm32", target_os = "unknown"), wasm_bindgen)]
#[must_use]
pub fn fingerprint(seed: u64, throws: u64) -> u64 {
    fairground_dice::fingerprint(seed, throws)
}
