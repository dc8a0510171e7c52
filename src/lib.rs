#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

#[cfg(feature = "view")]
pub mod app;
#[cfg(feature = "files")]
pub mod arena;
pub mod bots;
#[cfg(feature = "view")]
pub mod capture;
#[cfg(feature = "cli")]
pub mod cli;
#[cfg(feature = "dice")]
pub mod dice;
pub mod engine;
#[cfg(feature = "film")]
pub mod film;
pub mod games;
pub mod lessons;
#[cfg(feature = "files")]
pub mod library;
pub mod platform;
#[cfg(feature = "dice")]
pub mod play;
pub mod puzzles;
pub mod record;
#[cfg(feature = "online")]
pub mod rooms;
#[cfg(feature = "server")]
pub mod server;
#[cfg(feature = "view")]
pub mod session;
#[cfg(any(feature = "sound", all(test, feature = "view")))]
pub mod sound;
#[cfg(feature = "view")]
pub mod table;
#[cfg(feature = "view")]
pub mod ui;
#[cfg(all(any(feature = "web", feature = "worker"), target_arch = "wasm32", target_os = "unknown"))]
pub mod web;

/// Compiles and runs the code of the pages in `docs`.
#[cfg(doctest)]
mod docs {
    #[doc = include_str!("../docs/crate.md")]
    mod rules_as_a_crate {}
    #[doc = include_str!("../docs/adding-a-bot.md")]
    mod adding_a_bot {}
}
