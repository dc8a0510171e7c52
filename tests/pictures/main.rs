//! Pictures of the table, drawn without a window. Several files form one program, because linking
//! Bevy takes long.
#![cfg(feature = "view")]
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

mod approved;
mod kinds;
mod picture;
#[path = "../common/tiles.rs"]
mod tiles;
