#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod arena;
pub mod bots;
#[cfg(feature = "view")]
pub mod capture;
pub mod cli;
pub mod dice;
pub mod engine;
#[cfg(feature = "view")]
pub mod film;
pub mod games;
pub mod library;
pub mod play;
pub mod record;
#[cfg(feature = "view")]
pub mod session;
#[cfg(any(feature = "sound", all(test, feature = "view")))]
pub mod sound;
#[cfg(feature = "view")]
pub mod table;
#[cfg(feature = "view")]
pub mod ui;
