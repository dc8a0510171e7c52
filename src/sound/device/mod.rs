//! The sound output: the system's device, or the page in a browser.

#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
mod browser;
#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
mod native;

#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
pub use browser::{Device, complain};
#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
pub use native::{Device, complain};
