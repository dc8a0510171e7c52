//! Files of the system or, in a browser, of the page (module `memory`), under the same names.

#[cfg(any(test, all(target_arch = "wasm32", target_os = "unknown")))]
pub mod memory;
#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
mod native;

#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
pub use memory::*;
#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
pub use native::*;
