//! What differs between an operating system and a browser: the clock, work beside the window, and storage.

#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
pub mod browser;
pub mod clock;
#[cfg(feature = "files")]
pub mod folders;
pub mod fs;
pub mod jobs;
#[cfg(feature = "files")]
pub mod shared_file;
#[cfg(feature = "online")]
pub mod socket;
#[cfg(feature = "files")]
pub mod storage;
