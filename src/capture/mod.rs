//! Pictures and films, without a window.

pub mod offscreen;
