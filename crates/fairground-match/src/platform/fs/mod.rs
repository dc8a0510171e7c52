//! Files: the system's or, in a browser, the page's (module `memory`), under the same names.

#[cfg(any(test, all(target_arch = "wasm32", target_os = "unknown")))]
pub mod memory;
#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
mod native;

#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
pub use memory::*;
#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
pub use native::*;
