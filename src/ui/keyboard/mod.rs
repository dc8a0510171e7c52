//! What the commands of the keyboard do in the panels.

pub mod cursor;
pub mod keys;
pub mod viewer;
