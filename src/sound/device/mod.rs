//! What sounds are played on: the system's device, or in a browser the page.

#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
mod browser;
#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
mod native;

#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
pub use browser::{Device, complain};
#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
pub use native::{Device, complain};
