//! Differences between operating systems and browsers: clock, background jobs, files and sockets.

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
