//! What differs between an operating system and a browser: the clock, work beside the window, and storage.

pub mod clock;
pub mod jobs;
#[cfg(feature = "online")]
pub mod socket;
#[cfg(feature = "files")]
pub mod storage;
