//! Differences between operating systems and browsers: clock, background jobs, files and sockets.

pub mod browser;
pub mod clock;
pub mod folders;
pub mod fs;
pub mod jobs;
pub mod shared_file;
pub mod storage;
