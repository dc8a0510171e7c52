//! What differs between an operating system and a browser: the clock and storage.

pub mod clock;
#[cfg(feature = "files")]
pub mod storage;
