//! Matches in the real window, driven from outside by mouse and keyboard. The window is on its own
//! virtual screen (Xvfb), `xdotool` sends the input, and the actions are read from the match file.
//!
//! Each game has a file, which plays every kind of action of the game (see `kinds.rs`).
#![cfg(all(feature = "view", target_os = "linux"))]
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

mod abalonian;
mod chess;
mod controls;
mod film;
mod fluky;
mod hands;
mod idle;
mod kinds;
mod lessons;
mod makarenko;
#[path = "../common/panel_text.rs"]
mod panel_text;
mod panels;
mod player;
mod programs;
mod puzzles;
#[cfg(feature = "server")]
mod rooms;
mod screen;
mod sizes;
mod tactical;
#[path = "../common/tiles.rs"]
mod tiles;
mod whack;
