//! The effects of keyboard commands in the panels.

pub mod cursor;
pub mod keys;
pub mod replay_keys;
pub mod viewer;
