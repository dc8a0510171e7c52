//! Five fairy-chess games on one physical tabletop.
#![forbid(unsafe_code)]

pub mod dice;
pub mod engine;
pub mod games;
