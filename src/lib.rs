//! Five fairy-chess games on one physical tabletop.
#![forbid(unsafe_code)]

pub mod bots;
pub mod cli;
pub mod dice;
pub mod engine;
pub mod games;
pub mod play;
pub mod record;
