//! Matches in the real window, driven from outside by mouse and keyboard: the window is on a
//! virtual screen of its own (Xvfb), `xdotool` moves the mouse, and the actions are read from the
//! match file.
//!
//! Each game has a file, and is played through every kind of action it has (see `kinds.rs`).
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
