//! Five fairy-chess games on one physical tabletop.
#![forbid(unsafe_code)]

#[cfg(feature = "view")]
pub mod capture;
pub mod engine;
pub mod games;
#[cfg(feature = "view")]
pub mod table;
