#![doc = include_str!("../README.md")]

#[cfg(feature = "view")]
pub mod app;
#[cfg(feature = "view")]
pub mod capture;
#[cfg(feature = "cli")]
pub mod cli;
#[cfg(feature = "film")]
pub mod film;
#[cfg(any(feature = "cli", feature = "view"))]
pub mod presentation;
#[cfg(feature = "view")]
pub mod session;
#[cfg(any(feature = "sound", feature = "film", all(test, feature = "view")))]
pub mod sound;
#[cfg(feature = "view")]
pub mod table;
#[cfg(feature = "view")]
pub mod ui;
#[cfg(all(any(feature = "web", feature = "worker"), target_arch = "wasm32", target_os = "unknown"))]
pub mod web;

#[cfg(feature = "cli")]
pub use fairground_arena as arena;
pub use fairground_dice as dice;
pub use fairground_learning::{lessons, puzzles};
pub use fairground_library as library;
pub use fairground_match::{platform, play, record};
pub use fairground_rooms as rooms;
pub use fairground_rules::{bots, engine, games};
#[cfg(feature = "server")]
pub use fairground_server as server;

/// Compiles and runs the code of the pages in `docs`.
#[cfg(doctest)]
mod docs {
    #[doc = include_str!("../docs/crate.md")]
    mod rules_as_a_crate {}
    #[doc = include_str!("../docs/adding-a-bot.md")]
    mod adding_a_bot {}
}
