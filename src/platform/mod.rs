//! The machine that the program runs on: everything that a browser does in another way, or not at all.

pub mod jobs;
